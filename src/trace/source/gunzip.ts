import { read } from "node:fs";
import { Readable } from "node:stream";
import { promisify } from "node:util";
import { constants, crc32, createInflateRaw } from "node:zlib";
import { gzipHeaderLength } from "./gzip-header.ts";

/** Unpacks a gzip file member by member, so that what can be unpacked is, whatever follows it. */

const readAsync = promisify(read);

const INPUT = 256 * 1024;
const OUTPUT = 1024 * 1024;
const LONGEST_HEADER = 128 * 1024;
const TRAILER = 8;

export interface GunzipTarget {
  /** Reads packed bytes; shorter at the end. */
  read(offset: number, length: number): Buffer;
  /** Descriptor of the packed file. */
  readonly fd: number;
  /** Takes unpacked bytes; words when it takes no more. */
  write(bytes: Buffer, packed: number): string | undefined;
}

/** Resolves at the end: undefined, or what went wrong and where. What follows the last member (padding, garbage) is passed over. */
export async function gunzip(target: GunzipTarget): Promise<string | undefined> {
  let offset = 0;
  for (let member = 1; ; member++) {
    const header = gzipHeaderLength(target.read(offset, LONGEST_HEADER));
    if (header === undefined) return member > 1 ? undefined : "not a gzip file, or one cut in its header";
    const ended = await inflateMember(target, offset + header);
    if (ended.problem !== undefined) return `gzip member ${member}, packed byte ${ended.offset}: ${ended.problem}`;
    offset = ended.offset + TRAILER;
  }
}

interface MemberEnd {
  /** Where its trailer lies, or how far it could be read. */
  readonly offset: number;
  readonly problem?: string;
}

function inflateMember(target: GunzipTarget, start: number): Promise<MemberEnd> {
  return new Promise((resolve) => {
    const input = Readable.from(packedFrom(target.fd, start), { objectMode: true, highWaterMark: 1 });
    // Without the sync flush the end of a cut file would cost what was unpacked before it.
    const inflate = createInflateRaw({ chunkSize: OUTPUT, finishFlush: constants.Z_SYNC_FLUSH });
    let crc = 0;
    let length = 0;
    let refused: string | undefined;
    const end = (problem?: string): void => {
      input.destroy();
      inflate.destroy();
      const offset = start + inflate.bytesWritten;
      resolve(problem === undefined ? { offset } : { offset, problem });
    };
    inflate.on("data", (bytes: Buffer) => {
      crc = crc32(bytes, crc);
      length = (length + bytes.length) % 2 ** 32;
      refused ??= target.write(bytes, start + inflate.bytesWritten);
      if (refused !== undefined) end(refused);
    });
    inflate.on("end", () => {
      const trailer = target.read(start + inflate.bytesWritten, TRAILER);
      if (trailer.length < TRAILER) end("the file is cut");
      else if (trailer.readUInt32LE(0) !== crc || trailer.readUInt32LE(4) !== length) end("its checksum is wrong");
      else end();
    });
    inflate.on("error", (error) => end(error.message));
    input.on("error", (error) => end(error.message));
    input.pipe(inflate);
  });
}

/** A stream of the file system's own would close the descriptor that the next member needs. */
async function* packedFrom(fd: number, start: number): AsyncGenerator<Buffer> {
  for (let position = start; ; ) {
    const { bytesRead, buffer } = await readAsync(fd, Buffer.allocUnsafeSlow(INPUT), 0, INPUT, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    position += bytesRead;
  }
}
