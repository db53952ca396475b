import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import type { Dealership } from "#testing/dealership.ts";
import { startTestApp } from "#testing/testApp.ts";
import { uploads } from "./contract.ts";

const app = await startTestApp();
afterAll(() => app.close());
let dealer: Dealership;
let manager: Caller;
let token: string;
beforeEach(async () => {
  dealer = await app.dealership();
  manager = await app.signIn(dealer.manager);
  token = await app.token(dealer.manager);
});

const bytesOf = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

async function preview(bytes: string | Uint8Array) {
  const answer = await sendFile(app.http, token, { bytes, name: "contacts.csv" });
  expect(answer.status, answer.message).toBe(200);
  return answer.data;
}

/** The customers after the import of a preview. */
async function imported(upload_id: number) {
  await manager(uploads.copyFromTemp, { body: { upload_id } });
  await app.jobs.runAll();
  const sql = "select first_name, last_name from customers where dealer_id = $1 order by id";
  return (await app.pool.query(sql, [dealer.dealer_id])).rows;
}

test("a file of a Mac is read as one", async () => {
  const text = "First Name,Last Name,Phone\rJos\x8e,Mu\x96oz,909-555-2001\rZo\x91,M\x9fller,909-555-2002\r";
  const { upload } = await preview(bytesOf(text));
  expect(upload.encoding).toBe("Mac Roman");
  expect(await imported(upload.id)).toEqual([
    { first_name: "José", last_name: "Muñoz" },
    { first_name: "Zoë", last_name: "Müller" },
  ]);
});

test("a file of DOS is read as one, and another encoding can be chosen, and taken back", async () => {
  const text = "First Name,Last Name,Phone\r\nJos\x82,Mu\xa4oz,909-555-2001\r\nAna,Garc\xa1a,909-555-2002\r\n";
  const { upload } = await preview(bytesOf(text));
  expect(upload).toMatchObject({ encoding: "DOS", notes: [expect.stringContaining("so we guessed")] });
  const params = { id: upload.id };
  const read = async (body: object) => (await manager(uploads.map, { params, body })).data;
  const cyrillic = await read({ encoding: "Windows-1251" });
  expect(cyrillic.upload).toMatchObject({ encoding: "Windows-1251", notes: [], counts: { total: 2, fine: 2 } });
  expect(cyrillic.csvCustomers[0]).toMatchObject({ first_name: "Jos‚", last_name: "Mu¤oz" });
  const again = await read({ encoding: "DOS", first_row: "labels" });
  expect(again.csvCustomers).toMatchObject([{ first_name: "José", last_name: "Muñoz" }, { last_name: "García" }]);
  expect(again.csvCustomers).toHaveLength(2);
  expect((await imported(upload.id)).map(({ last_name }) => last_name)).toEqual(["Muñoz", "García"]);
});

test("nobody else's preview is read again, and no import", async () => {
  const { upload } = await preview("Name,Phone\nJosé,909-555-2001\n");
  const params = { id: upload.id };
  const stranger = await app.signIn((await app.dealership()).manager);
  await expect(stranger(uploads.map, { params, body: { encoding: "DOS" } })).rejects.toMatchObject({ status: 404 });
  await expect(manager(uploads.map, { params, body: { encoding: "EBCDIC" as "DOS" } })).rejects.toMatchObject({
    fields: { encoding: "Choose an encoding from the list" },
  });
  await manager(uploads.copyFromTemp, { body: { upload_id: upload.id } });
  await expect(manager(uploads.map, { params, body: { encoding: "DOS" } })).rejects.toMatchObject({ status: 409 });
});
