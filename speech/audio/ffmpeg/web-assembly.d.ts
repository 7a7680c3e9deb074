// Node's own typings name only `WebAssembly.Module`; this is the rest of what speech/audio uses of the standard API.
declare namespace WebAssembly {
  type Imports = Record<string, Record<string, unknown>>;
  var Module: new (bytes: Uint8Array) => Module;
  class Memory {
    constructor(descriptor: { initial: number; maximum?: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Instance {
    constructor(module: Module, imports: Imports);
    readonly exports: Record<string, unknown>;
  }
}
