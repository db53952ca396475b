import type { TransportForm, TransportRequest, TransportResponse } from "#core/client.ts";

/**
 * Sends a request by XMLHttpRequest, which reports upload progress.
 *
 * @param unreachable creates the error for a missing response.
 */
export function xhrTransport(request: TransportRequest, unreachable: () => Error): Promise<TransportResponse> {
  const { method, path, headers, body, form, onProgress } = request;
  const signal = request.signal as AbortSignal | undefined;
  return new Promise((resolve, reject) => {
    const rejectAborted = () => reject(new DOMException("The request was given up", "AbortError"));
    if (signal?.aborted) return rejectAborted();
    const xhr = new XMLHttpRequest();
    xhr.open(method, path);
    for (const [name, value] of Object.entries(headers)) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ lengthComputable, loaded, total }) => {
      if (lengthComputable && total > 0) onProgress?.(loaded / total);
    };
    xhr.onload = () =>
      resolve({
        status: xhr.status,
        header: (name) => xhr.getResponseHeader(name),
        text: async () => xhr.responseText,
      });
    xhr.onerror = () => reject(unreachable());
    xhr.onabort = rejectAborted;
    signal?.addEventListener("abort", () => xhr.abort(), { once: true });
    xhr.send(form ? formData(form) : body);
  });
}

/** Fields precede files, so that a streaming server knows them first. */
function formData({ fields, files }: TransportForm): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  for (const [name, file] of Object.entries(files)) data.append(name, file as File);
  return data;
}
