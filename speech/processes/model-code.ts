import { ourFile, ourPackage } from './sandbox.ts';

const code = [ourFile('package.json'), ourFile('speech/*'), ourFile('shared/*')];
const packages = ['onnxruntime-node', 'onnxruntime-common', '@huggingface/tokenizers', 'zod'];

/** What a process that computes on models reads beside the models: our code, and the packages that it needs. */
export const listModelCode = (): string[] => [...code, ...packages.flatMap(ourPackage)];

/** Variables a process may need to start at all on some systems; nothing else of ours is told to it, secrets least. */
const passedVariables = ['LD_LIBRARY_PATH', 'DYLD_LIBRARY_PATH', 'SystemRoot', 'TMPDIR', 'TEMP', 'TZ'];

/**
 * Blocks from this size on are given back to the system when they are freed. Loading rearranges weights in copies, and glibc
 * would keep the holes: 230 MB more for the full models, at the same speed. Other C libraries do not know the setting.
 */
const ownMappingFromBytes = 1_048_576;

export function buildModelEnvironment(): NodeJS.ProcessEnv {
  const passed = passedVariables.flatMap((name) =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  return {
    ...Object.fromEntries(passed),
    NODE_ENV: 'production',
    // Newer versions of ONNX Runtime send telemetry unless this is set before they load.
    ORT_DISABLE_TELEMETRY: '1',
    MALLOC_MMAP_THRESHOLD_: String(ownMappingFromBytes),
  };
}

export const quietNodeArguments = ['--disable-warning=SecurityWarning', '--disable-warning=ExperimentalWarning'];

/** The line that names an error, of what Node prints about it; otherwise the last. */
export function summariseErrors(printed: string): string {
  const lines = printed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
  return lines.findLast((line) => /^\w*Error\b/.test(line)) ?? lines.at(-1) ?? '';
}
