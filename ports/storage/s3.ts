import { Readable } from "node:stream";
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  PutObjectCommand,
  S3Client,
  S3ServiceException,
} from "@aws-sdk/client-s3";
import { Upload } from "@aws-sdk/lib-storage";
import { checkedKey } from "./keys.ts";
import type { FileRange, Storage } from "./storage.ts";

export interface S3Settings {
  /** The service's URL; the bucket goes into the path, as S3-compatible services expect. */
  readonly endpoint: string;
  readonly bucket: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly region?: string;
}

/** Stores files in a bucket of S3 or a compatible service. */
export function createS3Storage(settings: S3Settings): Storage {
  const client = new S3Client({
    endpoint: settings.endpoint,
    region: settings.region ?? "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Not every compatible service supports the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });
  const objectAt = (key: string) => ({ Bucket: settings.bucket, Key: checkedKey(key) });

  async function* read(key: string, byteRange?: FileRange): AsyncGenerator<Uint8Array> {
    const range = byteRange && { Range: `bytes=${byteRange.start}-${byteRange.end}` };
    const { Body } = await client.send(new GetObjectCommand({ ...objectAt(key), ...range }));
    if (!(Body instanceof Readable)) throw new Error(`The file ${key} came without content`);
    yield* Body;
  }

  return {
    async put(key, bytes, type) {
      if (bytes instanceof Readable) {
        await new Upload({ client, params: { ...objectAt(key), Body: bytes, ContentType: type } }).done();
      } else {
        await client.send(new PutObjectCommand({ ...objectAt(key), Body: bytes, ContentType: type }));
      }
    },

    async get(key) {
      try {
        const head = await client.send(new HeadObjectCommand(objectAt(key)));
        return {
          type: head.ContentType ?? "application/octet-stream",
          size: head.ContentLength ?? 0,
          stream: (range) => Readable.from(read(key, range), { objectMode: false }),
        };
      } catch (error) {
        if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404) return undefined;
        throw error;
      }
    },

    async remove(key) {
      await client.send(new DeleteObjectCommand(objectAt(key)));
    },
  };
}
