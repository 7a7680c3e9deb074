type FileNode = { usedBytes: number; stream_ops: StreamOperations };
type StreamOperations = {
  read(stream: unknown, buffer: Int8Array, offset: number, length: number, position: number): number;
  write(stream: unknown, buffer: Int8Array, offset: number, length: number, position: number): number;
};

/** The part we use of what `@ffmpeg/core` exports (it ships without types). */
export type FfmpegCore = {
  FS: { writeFile(path: string, data: string): void; lookupPath(path: string): { node: FileNode } };
  exec(...ffmpegArguments: string[]): number;
  _malloc(bytes: number): number;
  asm: Record<string, unknown>;
  setLogger(log: (entry: { type: string; message: string }) => void): void;
  setTimeout(milliseconds: number): void;
};

export const coreInputPath = '/input';
export const coreOutputPath = '/output';

/**
 * Makes the virtual file system's input a window on what `read` gives and its output a callback, so that neither is ever
 * copied whole into memory. FFmpeg inside sees these two files and nothing of the machine's.
 */
export function connectFiles(
  core: FfmpegCore,
  input: { read: (position: number, length: number) => Uint8Array; bytes: number },
  onOutput: (chunk: Uint8Array<ArrayBuffer>) => void,
): void {
  core.FS.writeFile(coreInputPath, '');
  core.FS.writeFile(coreOutputPath, '');
  const inputNode = core.FS.lookupPath(coreInputPath).node;
  inputNode.usedBytes = input.bytes;
  inputNode.stream_ops = {
    ...inputNode.stream_ops,
    read: (_stream, buffer, offset, length, position) => {
      const available = Math.min(length, input.bytes - position);
      if (available <= 0) return 0;
      const bytes = input.read(position, available);
      buffer.set(bytes, offset);
      return bytes.byteLength;
    },
  };
  const outputNode = core.FS.lookupPath(coreOutputPath).node;
  outputNode.stream_ops = {
    ...outputNode.stream_ops,
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
