/// <reference path="./seek-bzip.d.ts" />
// A thread of its own, since unpacking takes minutes of a core: files of a .tar.bz2 archive, one pass from beginning to end.
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { workerData } from 'node:worker_threads';
import bunzip from 'seek-bzip';

export type UnpackTask = {
  archiveFile: string;
  /** Paths inside the archive's own top folder, where each goes, and how long it is. */
  wanted: readonly { path: string; part: string; bytes: number }[];
};

const tarBlockBytes = 512;

function openByteSource(file: string) {
  const handle = openSync(file, 'r');
  const buffer = Buffer.alloc(1 << 16);
  let at = 0;
  let end = 0;
  const fill = () => {
    if (at === end) [at, end] = [0, readSync(handle, buffer)];
    return at < end;
  };
  const readByte = () => (fill() ? (buffer[at++] ?? -1) : -1);
  return {
    readByte,
    eof: () => !fill(),
    read(target: Uint8Array, offset: number, length: number) {
      let count = 0;
      for (; count < length && fill(); count += 1) target[offset + count] = readByte();
      return count;
    },
  };
}

/** Takes a tar stream byte by byte and writes the members that are wanted (POSIX ustar; other kinds of entries are passed over). */
function createTarSink(wanted: UnpackTask['wanted']) {
  const block = Buffer.alloc(tarBlockBytes);
  let filled = 0;
  let bytesLeft = 0;
  let target: number | undefined;
  const textAt = (from: number, to: number) => block.toString('utf8', from, to).replace(/\0.*$/s, '');

  function beginEntry(): void {
    const [name, kind] = [textAt(0, 100).replace(/^(\.\/)?[^/]*\//, ''), textAt(156, 157)];
    bytesLeft = Number.parseInt(textAt(124, 136), 8) || 0;
    const member = wanted.find(({ path }) => path === name);
    if (!member || !/^0?$/.test(kind)) return;
    if (bytesLeft !== member.bytes) throw new Error(`${name} has ${bytesLeft} bytes, expected ${member.bytes}`);
    target = openSync(member.part, 'w');
  }

  return {
    writeByte(byte: number): void {
      block[filled++] = byte;
      if (filled < tarBlockBytes) return;
      filled = 0;
      if (bytesLeft === 0) return void beginEntry();
      if (target !== undefined) writeSync(target, block, 0, Math.min(bytesLeft, tarBlockBytes));
      bytesLeft = Math.max(0, bytesLeft - tarBlockBytes);
      if (bytesLeft > 0 || target === undefined) return;
      closeSync(target);
      target = undefined;
    },
    flush() {},
  };
}

const { archiveFile, wanted } = workerData as UnpackTask;
bunzip.decode(openByteSource(archiveFile), createTarSink(wanted));
