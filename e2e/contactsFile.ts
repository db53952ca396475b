import { newPhone } from "./business.ts";

/** Twelve people, three bad rows and five repeated phones, as an old spreadsheet program saves them. */
export interface ContactsFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
  /** Ten digits each; the first person is Zoë Muñoz. */
  phones: string[];
}

const names = ["Zoë;Muñoz", "André;Côté", "Jürgen;Groß", "Ana;O'Neill", "Li;Wang", "Sam;Åberg"];

/** A semicolon-separated file in Windows-1252 with unique phones. */
export function messyContacts(): ContactsFile {
  const phones = Array.from({ length: 12 }, newPhone);
  const people = phones.map((phone, index) => {
    const name = names[index] ?? `Person;Number${index}`;
    return `${name};person${phone}@example.com;${formatted(phone, index)};"wants a call; soon"`;
  });
  const repeated = phones.slice(0, 5).map((phone) => `Again;Person;;+1 ${phone};`);
  const bad = ["No;Phone;no@example.com;;", "Short;Phone;;12345;", `Bad;Email;not-an-email;${newPhone()};`];
  const labels = "First Name;Surname;E-Mail;Cell Phone;Notes";
  const rows = [labels, ...people, ...repeated, ...bad];
  // Every letter used here is the same in Latin-1 and in Windows-1252.
  const buffer = Buffer.from(`${rows.join("\r\n")}\r\n`, "latin1");
  return { name: "Spring leads.csv", mimeType: "text/csv", buffer, phones };
}

/** As people type phones: (909)555-0123, 909.555.0123, 1-909-555-0123 */
function formatted(phone: string, index: number): string {
  const [area, exchange, line] = [phone.slice(0, 3), phone.slice(3, 6), phone.slice(6)];
  const ways = [`(${area}) ${exchange}-${line}`, `${area}.${exchange}.${line}`, `1-${area}-${exchange}-${line}`];
  return ways[index % ways.length] ?? phone;
}
