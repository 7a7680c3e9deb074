import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import { type Endpoint, failureResponse, pathOf } from '#shared/contract/endpoint.ts';
import { endpoints } from '#shared/contract/endpoints.ts';
import { programFailure } from '#shared/contract/programs.ts';
import { emailField } from '#shared/contract/sign-up-fields.ts';
import { escapeHtml } from '#shared/escape-html.ts';

type JsonObject = Record<string, unknown>;

/** JSON Schema 2020-12, which OpenAPI 3.1 is written in. */
function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): JsonObject {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override({ zodSchema, jsonSchema }) {
      // What is typed is brought into the form that the second half of the field describes.
      if (io === 'input' && zodSchema === emailField) Object.assign(jsonSchema, schemaOf(emailField, 'output'));
    },
  });
  return described;
}

const fieldsOf = (schema: z.ZodMiniType | undefined) =>
  (schema ? schemaOf(schema, 'input') : {}) as { properties?: JsonObject; required?: string[] };

function parametersOf(schema: z.ZodMiniType | undefined, place: 'path' | 'query'): JsonObject[] {
  const { properties = {}, required = [] } = fieldsOf(schema);
  return Object.entries(properties).map(([name, itsSchema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema: itsSchema,
  }));
}

const jsonContent = (schema: JsonObject, mediaType = 'application/json') => ({ [mediaType]: { schema } });

function formContent({ file, fields }: NonNullable<Endpoint['form']>): JsonObject {
  const { properties, required = [] } = fieldsOf(fields);
  const withFile = { [file]: { type: 'string', format: 'binary' }, ...properties };
  return { 'multipart/form-data': { schema: { type: 'object', required: [file, ...required], properties: withFile } } };
}

const bearer = { type: 'http', scheme: 'bearer' };
const openers = { never: ['session'], also: ['session', 'key'], only: ['key'] };

function operationOf(name: string, endpoint: Endpoint): JsonObject {
  const body = endpoint.body ? jsonContent(schemaOf(endpoint.body, 'input')) : undefined;
  const content = endpoint.form ? formContent(endpoint.form) : body;
  const mayLack = !endpoint.form && endpoint.body?.safeParse({}).success;
  const failure = endpoint.base ? programFailure : failureResponse;
  const text = endpoint.answersText && { 'text/plain': { schema: { type: 'string' } } };
  return {
    operationId: name,
    summary: endpoint.summary,
    parameters: [...parametersOf(endpoint.params, 'path'), ...parametersOf(endpoint.query, 'query')],
    ...(content ? { requestBody: { required: !mayLack, content } } : {}),
    ...(!endpoint.isPublic && { security: openers[endpoint.keys ?? 'never'].map((name) => ({ [name]: [] })) }),
    responses: {
      200: {
        description: 'Done',
        content: { ...jsonContent(schemaOf(endpoint.response, 'output'), endpoint.mediaType), ...text },
      },
      ...(endpoint.accepted && {
        202: { description: 'Not yet', content: jsonContent(schemaOf(endpoint.accepted, 'output')) },
      }),
      default: { description: 'Refused or failed', content: jsonContent(schemaOf(failure, 'output')) },
    },
  };
}

function describeApi() {
  const paths: Record<string, JsonObject> = {};
  for (const [name, endpoint] of Object.entries(endpoints)) {
    const url = pathOf(endpoint).replace(/:(\w+)/g, '{$1}');
    paths[url] = { ...paths[url], [endpoint.method.toLowerCase()]: operationOf(name, endpoint) };
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Somali Speech AI', version: '1' },
    paths,
    components: { securitySchemes: { session: { ...bearer, bearerFormat: 'JWT' }, key: bearer } },
  };
}

function renderPage(paths: Readonly<Record<string, JsonObject>>): string {
  const operations = Object.entries(paths).flatMap(([url, byMethod]) =>
    Object.entries(byMethod).map(([method, operation]) => {
      const { summary, ...details } = operation as { summary: string };
      return `<section><h2>${method.toUpperCase()} ${escapeHtml(url)}</h2><p>${escapeHtml(summary)}</p>
<details><summary>What it takes and answers</summary><pre>${escapeHtml(JSON.stringify(details, null, 2))}</pre></details></section>`;
    }),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Somali Speech AI: API</title></head><body><main><h1>Somali Speech AI: API</h1>
<p>The same as <a href="/api/openapi.json">OpenAPI</a>. What has a security needs <code>Authorization: Bearer …</code>.</p>
${operations.join('\n')}</main></body></html>`;
}

export function registerApiDescription(app: FastifyInstance): void {
  const description = describeApi();
  // Encoded once: as text each answer costs the event loop milliseconds.
  const json = Buffer.from(JSON.stringify(description));
  const page = Buffer.from(renderPage(description.paths));
  app.get('/api/openapi.json', async (_, reply) => reply.type('application/json; charset=utf-8').send(json));
  app.get('/api/docs', async (_, reply) => reply.type('text/html; charset=utf-8').send(page));
}
