import { Readable } from "node:stream";
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
  let opening: ReturnType<typeof openClient> | undefined;
  const open = () => (opening ??= openClient(settings));
  const objectAt = (key: string) => ({ Bucket: settings.bucket, Key: checkedKey(key) });

  async function* read(key: string, byteRange?: FileRange): AsyncGenerator<Uint8Array> {
    const range = byteRange && { Range: `bytes=${byteRange.start}-${byteRange.end}` };
    const { client, GetObjectCommand } = await open();
    const { Body } = await client.send(new GetObjectCommand({ ...objectAt(key), ...range }));
    if (!(Body instanceof Readable)) throw new Error(`The file ${key} came without content`);
    yield* Body;
  }

  return {
    async put(key, bytes, type) {
      const { client, PutObjectCommand } = await open();
      if (bytes instanceof Readable) {
        const { Upload } = await import("@aws-sdk/lib-storage");
        await new Upload({ client, params: { ...objectAt(key), Body: bytes, ContentType: type } }).done();
      } else {
        await client.send(new PutObjectCommand({ ...objectAt(key), Body: bytes, ContentType: type }));
      }
    },

    async get(key) {
      const { client, HeadObjectCommand, S3ServiceException } = await open();
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
      const { client, DeleteObjectCommand } = await open();
      await client.send(new DeleteObjectCommand(objectAt(key)));
    },
  };
}

/** Loads the SDK at the first file: it takes 10 MB of memory. */
async function openClient(settings: S3Settings) {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    endpoint: settings.endpoint,
    region: settings.region ?? "us-east-1",
    forcePathStyle: true,
    credentials: { accessKeyId: settings.accessKeyId, secretAccessKey: settings.secretAccessKey },
    // Not every compatible service supports the newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });
  return { ...sdk, client };
}
