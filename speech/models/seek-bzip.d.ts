declare module 'seek-bzip' {
  type ByteSource = {
    readByte(): number;
    read(buffer: Uint8Array, offset: number, length: number): number;
    eof(): boolean;
  };
  const bunzip: { decode(input: ByteSource, output: { writeByte(byte: number): void; flush(): void }): void };
  export = bunzip;
}
