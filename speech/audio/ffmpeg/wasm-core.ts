type FileNode = {
  stream_ops: { write(stream: unknown, buffer: Int8Array, offset: number, length: number): number };
};

/** The part we use of what `@ffmpeg/core` exports (it ships without types). */
export type FfmpegCore = {
  FS: {
    /** `canOwn`: the array itself becomes the file's content. */
    writeFile(path: string, data: Uint8Array, options?: { canOwn: boolean }): void;
    lookupPath(path: string): { node: FileNode };
  };
  exec(...ffmpegArguments: string[]): number;
  _malloc(bytes: number): number;
  asm: Record<string, unknown>;
  setLogger(log: (entry: { type: string; message: string }) => void): void;
  setTimeout(milliseconds: number): void;
};

export const coreInputPath = '/input';
export const coreOutputPath = '/output';

/** Input outside FFmpeg's heap, output as a callback: never whole in memory. FFmpeg sees these two files alone. */
export function connectFiles(
  { FS }: FfmpegCore,
  input: Uint8Array,
  onOutput: (chunk: Uint8Array<ArrayBuffer>) => void,
): void {
  FS.writeFile(coreInputPath, input, { canOwn: true });
  FS.writeFile(coreOutputPath, new Uint8Array(0));
  const { node } = FS.lookupPath(coreOutputPath);
  node.stream_ops = {
    ...node.stream_ops,
    write: (_stream, buffer, offset, length) => {
      onOutput(new Uint8Array(buffer.slice(offset, offset + length).buffer as ArrayBuffer));
      return length;
    },
  };
}

const stackBytes = 8 * 1024 * 1024;

/**
 * Gives FFmpeg the stack a program has on a desktop. `@ffmpeg/core` 0.12.10 was linked with 64 KiB, which libopus
 * overruns silently: crashes, endless loops and wrong sound (ffmpegwasm/ffmpeg.wasm#824, merged and not released).
 * `Da` and `Ea` are that build's `stackSave` and `stackRestore`.
 * @throws {Error} for a build with other exports.
 */
export function enlargeStack(core: FfmpegCore): void {
  const { Da: stackSave, Ea: stackRestore } = core.asm;
  if (typeof stackSave !== 'function' || typeof stackRestore !== 'function') throw new Error('unknown @ffmpeg/core');
  const block = core._malloc(stackBytes);
  const top = (block + stackBytes) & ~15;
  stackRestore(top);
  if (block === 0 || stackSave() !== top) throw new Error('the stack of @ffmpeg/core could not be moved');
}

/** Makes the heap refuse to grow beyond `maxBytes`: FFmpeg's allocation fails, and with it that decode. */
export function limitHeap(memory: WebAssembly.Memory, maxBytes: number): void {
  const pageBytes = 65_536;
  memory.grow = (pages) => {
    if (memory.buffer.byteLength + pages * pageBytes > maxBytes) throw new RangeError('decoder memory limit');
    return WebAssembly.Memory.prototype.grow.call(memory, pages);
  };
}
