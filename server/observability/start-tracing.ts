type Options = { endpoint: string | undefined; serviceName: string; role: string };

/**
 * Sends traces to an OpenTelemetry collector where one is named. The recorder is loaded only then: whoever has no collector
 * pays nothing for it.
 * @returns a function that sends what is still waiting and ends it
 */
export async function startTracing({ endpoint, serviceName, role }: Options): Promise<() => Promise<void>> {
  if (!endpoint) return async () => {};
  const [{ BatchSpanProcessor, NodeTracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }] =
    await Promise.all([
      import('@opentelemetry/sdk-trace-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
    ]);
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': serviceName, 'service.role': role }),
    spanProcessors: [new BatchSpanProcessor(exporter)],
  });
  provider.register();
  return () => provider.shutdown();
}
