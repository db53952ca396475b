import { afterAll, beforeEach, expect, test } from "vitest";
import type { Caller } from "#core/client.ts";
import { consent } from "#domains/customers/consent/contract.ts";
import { customers } from "#domains/customers/contract.ts";
import { inbox } from "#domains/inbox/contract.ts";
import { addCustomer } from "#testing/customer.ts";
import { sendFile } from "#testing/customers/sendFile.ts";
import { type Dealership, freshPhone } from "#testing/dealership.ts";
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

async function preview(bytes: string | Uint8Array) {
  const answer = await sendFile(app.http, token, { bytes, name: "contacts.csv" });
  expect(answer.status, answer.message).toBe(200);
  return answer.data;
}

/** The file through preview and import, as the location then has its customers. */
async function imported(bytes: string | Uint8Array, body: Record<string, unknown> = {}) {
  const { upload, csvCustomers } = await preview(bytes);
  await manager(uploads.copyFromTemp, { body: { upload_id: upload.id, ...body } });
  await app.jobs.runAll();
  const done = (await manager(uploads.one, { params: { id: upload.id } })).data;
  expect(done.state, done.error).toBe("done");
  const { rows } = await app.pool.query(
    `select phone, first_name, last_name, email, company, address from customers
     where dealer_id = $1 and deleted_at is null order by id`,
    [dealer.dealer_id],
  );
  return { done, records: csvCustomers, people: rows };
}

test("a dealership's system names phones in its own way: the cell phone is used, and alone is enough", async () => {
  const { people } = await imported(
    [
      "CUST NO,CUSTOMER NAME,HOME PH,CELL PH,EMAIL,LAST SVC",
      '10021,"GRANT, OLIVIA M",9095552030,9095552031,og@example.com,11/02/2026',
      '10022,"ACME PLUMBING INC",9095552032,,,10/30/2026',
      '10023,"DE LA CRUZ, JOSE JR",,9095552033,,',
    ].join("\r\n"),
  );
  expect(people).toMatchObject([
    { phone: "+19095552031", first_name: "OLIVIA", last_name: "GRANT", email: "og@example.com" },
    { phone: "+19095552032", first_name: "", last_name: "ACME PLUMBING INC" },
    { phone: "+19095552033", first_name: "JOSE", last_name: "DE LA CRUZ JR" },
  ]);
});

test("titles and commas never become a first name, and a company's name replaces the one that was split before", async () => {
  const known = await addCustomer(manager, { phone: "+19095552061", first_name: "CITY", last_name: "OF AMES" });
  const { done, people } = await imported(
    'Name,Phone\r\nCITY OF AMES,9095552061\r\nDr. Ann Lee,9095552062\r\n"Smith,",9095552063\r\nc/o John Smith,9095552064\r\n',
  );
  expect(people).toMatchObject([
    { phone: "+19095552061", first_name: "", last_name: "CITY OF AMES" },
    { first_name: "Ann", last_name: "Lee" },
    { first_name: "", last_name: "Smith" },
    { first_name: "John", last_name: "Smith" },
  ]);
  await manager(uploads.undo, { params: { id: done.id } });
  await app.jobs.runAll();
  const { data } = await manager(customers.details, { params: { id: known.id } });
  expect(data).toMatchObject({ first_name: "CITY", last_name: "OF AMES" });
});

test("garbled and escaped cells are restored with a note; what can't be is marked at its row", async () => {
  const { done, records, people } = await imported(
    [
      "Name,Phone,Company,Address,TelÃ©fono 2",
      "JosÃ© NÃºÃ±ez,9095552071,Bed &amp; Bath,1 CaÃ±on St,",
      "MÃƒÂ¼ller Ana,9095552072,,,",
      "José MuÃ±oz,9095552073,,,",
      "'O&#39;Brien,'=\"9095552074\",'Acme,'=\"0123\",'",
    ].join("\r\n"),
  );
  expect(people).toMatchObject([
    { first_name: "José", last_name: "Núñez", company: "Bed & Bath", address: "1 Cañon St" },
    { first_name: "Müller", last_name: "Ana" },
    { first_name: "José", last_name: "MuÃ±oz" },
    { first_name: "O'Brien", company: "Acme" },
  ]);
  expect(records.map(({ warning }) => warning)).toEqual(["", "", "Full name may have a wrong character", ""]);
  expect(done.labels).toContain("Teléfono 2");
  expect(done.notes).toContain(
    "We restored the letters in 3 rows that another program garbled, such as “TelÃ©fono 2”. Check them before you import.",
  );
});

test("one wrong byte costs its own cell at most, which is marked", async () => {
  const bytes = Buffer.concat([
    Buffer.from("First Name,Last Name,Phone\r\nJosé,Muñoz,909-555-2003\r\nAna,Peña,909-555-2004\r\nBob,Sm"),
    Buffer.from([0xe9]),
    Buffer.from("th,909-555-2005\r\n"),
  ]);
  const { done, records, people } = await imported(bytes);
  expect(done).toMatchObject({ encoding: "UTF-8", counts: { added: 3, warned: 1 } });
  expect(done.notes.join(" ")).toContain("1 character is in a different encoding from the rest of the file");
  expect(records.map(({ warning }) => warning)).toEqual(["", "", "Last name may have a wrong character"]);
  expect(people).toMatchObject([{ last_name: "Muñoz" }, { last_name: "Peña" }, { last_name: "Sméth" }]);
});

test("an address book's several values, types and parts of an address are read", async () => {
  const { people } = await imported(
    [
      "First Name,Last Name,Organization Name,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Region,Address 1 - Postal Code,Address 1 - Country",
      'Maria,Lopez,Lopez Landscaping,* myContacts,* Other,maria.l@example.com,m2@example.com,Mobile,(909) 555-2010 ::: (909) 555-2011,Home,+1 909-555-2012,"12 Oak St\nRialto, CA 92376",12 Oak St,Rialto,CA,92376,US',
      "Jen,Wu,,* myContacts,,,,Home,909-555-2014,Mobile,909-555-2013,,,,,,",
    ].join("\n"),
  );
  expect(people).toEqual([
    {
      phone: "+19095552010",
      first_name: "Maria",
      last_name: "Lopez",
      email: "maria.l@example.com",
      company: "Lopez Landscaping",
      address: "12 Oak St, Rialto, CA 92376",
    },
    { phone: "+19095552013", first_name: "Jen", last_name: "Wu", email: "", company: "", address: "" },
  ]);
});

test("numbers are read as spreadsheets write them, or refused with the reason", async () => {
  const cells = [
    "9095552046.0",
    '"=""9095552047"""',
    "'9095552048",
    "C: 909-555-2053",
    "909-555-2044 / 909-555-2045",
    "9.09556E+09",
    "0909 555 2056",
    "(900) 555-0123",
    "876-555-0123",
    "000-000-0000",
  ];
  const { people, records } = await imported(`Name,Phone\n${cells.map((cell) => `Ana,${cell}`).join("\n")}\n`);
  expect(people.map(({ phone }) => phone)).toEqual([
    "+19095552046",
    "+19095552047",
    "+19095552048",
    "+19095552053",
    "+19095552044",
  ]);
  const reasons = records.filter(({ mark }) => mark === "rejected").map(({ reason }) => reason);
  expect(reasons).toEqual([
    expect.stringContaining("Excel has shortened this number"),
    expect.stringContaining("starts with 0"),
    expect.stringContaining("remium-rate"),
    expect.stringContaining("Jamaica"),
    expect.stringContaining("is not a US number"),
  ]);
});

test("a row with a good phone and a bad email comes in, with a warning that can be listed and downloaded", async () => {
  const [good, bad] = [freshPhone(), freshPhone()];
  const { done } = await imported(
    `Name,Phone,Email\nAna,${good},ana@example.com\nBo,${bad},bo at example\nCy,12,cy@example.com\n`,
  );
  expect(done.counts).toMatchObject({ added: 2, rejected: 1, warned: 1 });
  const params = { id: done.id };
  const warning = "Email bo at example is not an email address, so it's left out";
  const { data } = await manager(uploads.records, { params, body: { filter: "warned" } });
  expect(data).toMatchObject([{ row: 3, warning, email: "", phone: bad }]);
  const { url } = (await manager(uploads.warnings, { params })).data;
  const file = (await app.http.inject({ url })).body;
  expect(file).toContain(`3,"Email bo at example`.slice(0, 2));
  expect(file).toContain("bo at example");
  expect(file).not.toContain("ana@example.com");
});

const ledgerOf = async (phone: string) => {
  const { rows } = await app.pool.query(
    "select event, source, words, file_line from consent_events where dealer_id = $1 and phone = $2 order by id",
    [dealer.dealer_id, phone],
  );
  return rows;
};
const suppressedEmails = async () => {
  const { rows } = await app.pool.query(
    `select a.address from mail_suppressions s join mail_addresses a on a.dealer_id = s.dealer_id and a.id = s.address_id
     where s.dealer_id = $1 order by 1`,
    [dealer.dealer_id],
  );
  return rows.map(({ address }) => address);
};

test("opt-outs of a file win over an older consent, also of customers that exist, and stay when the import is undone", async () => {
  const known = await addCustomer(manager);
  await manager(consent.opt, { body: { user_id: known.id, opt_type: "in" } });
  const [out, fine, twice] = [freshPhone(), freshPhone(), freshPhone()];
  const { done } = await imported(
    [
      "Name,Phone,Email,Do Not Text,Email opt out",
      `Maria,${known.phone},m@example.com,yes,no`,
      `Bo,${out},Bo@Example.com,2026-01-02,X`,
      `Cy,${fine},cy@example.com,no,0`,
      `Di,${twice},di@example.com,,`,
      `Di again,${twice},di@example.com,TRUE,`,
    ].join("\n"),
    { known: "keep", consent: 1 },
  );
  expect(done.counts).toMatchObject({ opted_out: 3, attested: 1, duplicate: 1 });
  const revoked = (words: string, file_line: number) => ({ event: "revoked", source: "import", words, file_line });
  expect(await ledgerOf(known.phone)).toMatchObject([{ event: "granted" }, revoked("Do Not Text: yes", 2)]);
  expect(await ledgerOf(out)).toEqual([revoked("Do Not Text: 2026-01-02", 3)]);
  expect(await ledgerOf(fine)).toMatchObject([{ event: "attested" }]);
  expect(await ledgerOf(twice)).toEqual([revoked("Do Not Text: TRUE", 6)]);
  expect(await suppressedEmails()).toEqual(["bo@example.com"]);
  const text = { customer_id: known.id, message: "Hello", client_id: crypto.randomUUID() };
  await expect(manager(inbox.sendToCustomer, { body: text })).rejects.toMatchObject({ status: 409 });

  await manager(uploads.undo, { params: { id: done.id } });
  await app.jobs.runAll();
  expect((await manager(uploads.one, { params: { id: done.id } })).data.state).toBe("undone");
  expect(await ledgerOf(out)).toEqual([revoked("Do Not Text: 2026-01-02", 3)]);
  expect(await suppressedEmails()).toEqual(["bo@example.com"]);
  const details = (await manager(customers.details, { params: { id: known.id } })).data;
  expect(details.optin_status).toBe(0);
});

test("a row that is rejected for something else still opts its person out", async () => {
  const [known, removed] = [await addCustomer(manager), freshPhone()];
  const long = "x".repeat(300);
  const file = `Name,Phone,Do Not Text\n${long},${known.phone},yes\nBo,${removed},yes\nCy,${freshPhone()},no\nDi,12,yes\n`;
  const { done } = await imported(file);
  expect(done.counts).toMatchObject({ opted_out: 2, rejected: 2 });
  expect(await ledgerOf(known.phone)).toMatchObject([{ event: "revoked", words: "Do Not Text: yes", file_line: 2 }]);
  expect((await manager(customers.details, { params: { id: known.id } })).data.optin_status).toBe(0);
});

test("each row of a preview says its phone's consent as it is, and what the row itself changes", async () => {
  const [granted, revoked] = [await addCustomer(manager), await addCustomer(manager)];
  await manager(consent.opt, { body: { user_id: granted.id, opt_type: "in", evidence: "Signed at the desk" } });
  await manager(consent.opt, { body: { user_id: revoked.id, opt_type: "out" } });
  const rows = [`${granted.phone},`, `${revoked.phone},`, "9095552081,", "9095552082,yes", "12,"];
  const { csvCustomers } = await preview(`Phone,Do not text\r\n${rows.join("\r\n")}\r\n`);
  expect(csvCustomers.map(({ consent_state }) => consent_state)).toEqual([
    "granted",
    "revoked",
    "unknown",
    "revoked",
    "unknown",
  ]);
});

test("the same file again records no opt-out twice, and OK to text says no", async () => {
  const phone = freshPhone();
  const file = `Name,Phone,OK to text\nBo,${phone},No\nCy,${freshPhone()},Yes\n`;
  await imported(file);
  await imported(file);
  expect(await ledgerOf(phone)).toEqual([
    { event: "revoked", source: "import", words: "OK to text: No", file_line: 2 },
  ]);
});

test("what a file says about texting is never lost: it opts out, or is left unattested with a warning", async () => {
  const [no, unclear, noted, dnc, yes] = [freshPhone(), freshPhone(), freshPhone(), freshPhone(), freshPhone()];
  const { done } = await imported(
    [
      "Name,Phone,OK to text,Notes",
      `Bo,${no},no thanks,`,
      `Cy,${unclear},ask again,`,
      `Di,${noted},yes,DO NOT TEXT`,
      `Ed,${dnc} (DNC),yes,`,
      `Flo,${yes},yes,Likes trucks`,
    ].join("\n"),
    { consent: 1 },
  );
  expect(done.counts).toMatchObject({ opted_out: 2, attested: 1, warned: 3 });
  expect(await ledgerOf(no)).toMatchObject([{ event: "revoked", words: "OK to text: no thanks" }]);
  expect(await ledgerOf(dnc)).toMatchObject([{ event: "revoked", words: `Phone: ${dnc} (DNC)` }]);
  expect(await ledgerOf(unclear)).toEqual([]);
  expect(await ledgerOf(noted)).toEqual([]);
  expect(await ledgerOf(yes)).toMatchObject([{ event: "attested" }]);
});
