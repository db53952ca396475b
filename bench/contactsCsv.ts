import { areaCodes } from "#core/areaCodes.ts";

/** A spreadsheet of contacts to import. */
export interface ContactsCsv {
  readonly text: string;
  readonly count: number;
  /** E.164. */
  readonly lastPhone: string;
}

const firstNames = "Maria James Linda Robert Aisha Wei Carlos Olga Priya Tom Fatima Luis Emma Noah Mei".split(" ");
const lastNames = "Lopez Smith Nguyen Patel Kim Garcia Brown Ivanova Chen Muller Rossi Haddad Okafor Silva".split(" ");
let fileCount = 0;

/** A file of less than 5 MB with phone numbers that no other file has. */
export function createCsv(count: number): ContactsCsv {
  const area = areaCodes[fileCount++ % areaCodes.length];
  // Between the service codes 211 and 311, whose numbers nobody has.
  const phone = (n: number) => `${area}${2_120_000 + n * 7 + Math.floor(fileCount / areaCodes.length)}`;
  const lines = Array.from({ length: count }, (_, n) => {
    const last = lastNames[(n * 7) % lastNames.length] ?? "";
    return `${firstNames[n % firstNames.length]},${last},${last.slice(0, 2)}${n}${area}@ex.com,${phone(n)}`;
  });
  const text = `First name,Last name,Email,Phone\n${lines.join("\n")}\n`;
  return { text, count, lastPhone: `+1${phone(count - 1)}` };
}

let titles = 0;

export interface StartedImport {
  readonly upload_id: number;
  readonly list_title: string;
}

/** Uploads a file as a browser does, and starts its import into a new list. */
export async function startImport(url: string, token: string, { text }: ContactsCsv): Promise<StartedImport> {
  const form = new FormData();
  form.set("csv_file", new File([text], "bench.csv"));
  const { upload } = await post(url, token, "/customers/csv_upload", form);
  const list_title = `Import ${process.pid} ${++titles}`;
  const body = JSON.stringify({ upload_id: upload.id, list_id: "new", list_title });
  await post(url, token, "/customers/copy_from_temp", body);
  return { upload_id: upload.id, list_title };
}

async function post(
  url: string,
  token: string,
  path: string,
  body: FormData | string,
): Promise<{ upload: { id: number } }> {
  const headers = {
    authorization: `Bearer ${token}`,
    ...(typeof body === "string" && { "content-type": "application/json" }),
  };
  const response = await fetch(`${url}/api${path}`, { method: "POST", headers, body });
  const envelope = (await response.json()) as { message: string; data: never };
  if (!response.ok) throw new Error(`${path}: ${response.status} ${envelope.message}`);
  return envelope.data;
}
