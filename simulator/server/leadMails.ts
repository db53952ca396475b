import { offsetAt } from "#core/wallTime.ts";

/** A lead as a vendor knows it, before it writes it down. */
export interface VendorLead {
  readonly id: string;
  readonly provider: string;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  /** Ten digits. */
  readonly phone: string;
  readonly year: string;
  readonly make: string;
  readonly model: string;
  readonly stock: string;
  readonly comments: string;
  /** When they asked, and the time zone of the clocks that vendors write it by. */
  readonly asked?: { readonly at: Date; readonly zone: string };
  readonly vin?: string;
}

const escaped = (text: string) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
const dashed = (phone: string) => `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}`;

const usualTime = { at: new Date("2026-11-24T23:30:20Z"), zone: "America/Los_Angeles" };

/** When a lead was asked for, in the parts and notations that vendors use. */
function askedTime({ asked: { at, zone } = usualTime }: VendorLead) {
  const two = (value: number) => String(value).padStart(2, "0");
  const offset = offsetAt(zone, at);
  const shown = new Date(at.getTime() + offset * 60_000);
  const [date = "", time = ""] = shown.toISOString().slice(0, 19).split("T");
  const [hours, minutes] = [shown.getUTCHours(), shown.getUTCMinutes()];
  const day = `${two(shown.getUTCMonth() + 1)}/${two(shown.getUTCDate())}/${shown.getUTCFullYear()}`;
  return {
    date,
    time,
    offset: `${offset < 0 ? "-" : "+"}${two(Math.floor(Math.abs(offset) / 60))}:${two(Math.abs(offset) % 60)}`,
    american: `${day} ${hours % 12 || 12}:${two(minutes)} ${hours < 12 ? "AM" : "PM"}`,
    universal: `${at.toISOString().slice(0, 19)}Z`,
  };
}

const isoTime = (lead: VendorLead) => {
  const { date, time, offset } = askedTime(lead);
  return `${date}T${time}${offset}`;
};

/** How five kinds of vendors write a lead as ADF. */
export const vendorStyles = {
  marketplace: (lead: VendorLead) => `<?xml version="1.0" encoding="UTF-8"?>
<?adf version="1.0"?>
<adf>
  <prospect status="new">
    <id sequence="1" source="${escaped(lead.provider)}">${lead.id}</id>
    <requestdate>${isoTime(lead)}</requestdate>
    <vehicle interest="buy" status="used">
      <year>${lead.year}</year><make>${escaped(lead.make)}</make><model>${escaped(lead.model)}</model>
      <stock>${lead.stock}</stock><odometer status="replaced" units="miles">41200</odometer>
      <price type="asking" currency="USD">18990</price>
    </vehicle>
    <customer>
      <contact primarycontact="1">
        <name part="first" type="individual">${escaped(lead.first_name)}</name>
        <name part="last" type="individual">${escaped(lead.last_name)}</name>
        <email preferredcontact="0">${lead.email}</email>
        <phone type="voice" time="evening" preferredcontact="1">${lead.phone}</phone>
        <address><street line="1">12 Pier St</street><city>Ontario</city><regioncode>CA</regioncode><postalcode>91761</postalcode><country>US</country></address>
      </contact>
      <comments>${escaped(lead.comments)}</comments>
    </customer>
    <vendor><vendorname>Sunrise Motors</vendorname></vendor>
    <provider><name part="full">${escaped(lead.provider)}</name><service>Used cars</service><url>https://cars.example</url></provider>
  </prospect>
</adf>`,
  manufacturer: (lead: VendorLead) => `<?ADF VERSION="1.0"?>
<?XML VERSION="1.0"?>
<ADF><PROSPECT STATUS="NEW"><ID SOURCE="OEM" SEQUENCE="2">${lead.id}</ID><REQUESTDATE>${isoTime(lead).slice(0, -1)}</REQUESTDATE>
<VEHICLE INTEREST="BUY" STATUS="NEW"><YEAR>${lead.year}</YEAR><MAKE>${escaped(lead.make)}</MAKE><MODEL>${escaped(lead.model)}</MODEL><STOCK>${lead.stock}</STOCK>
<COLORCOMBINATION><INTERIORCOLOR>Black</INTERIORCOLOR><EXTERIORCOLOR>Silver</EXTERIORCOLOR><PREFERENCE>1</PREFERENCE></COLORCOMBINATION></VEHICLE>
<CUSTOMER><CONTACT><NAME PART="FULL">${escaped(`${lead.first_name} ${lead.last_name}`)}</NAME><EMAIL>${lead.email}</EMAIL><PHONE TYPE="CELLPHONE">(${lead.phone.slice(0, 3)}) ${lead.phone.slice(3, 6)}-${lead.phone.slice(6)}</PHONE><PHONE TYPE="FAX">9095550199</PHONE></CONTACT>
<COMMENTS><![CDATA[${lead.comments}]]></COMMENTS></CUSTOMER><PROVIDER><NAME>${escaped(lead.provider)}</NAME></PROVIDER></PROSPECT></ADF>`,
  tradeTool: (lead: VendorLead) => `<adf>
<prospect>
<id>${lead.id}</id>
<requestdate>${askedTime(lead).american}</requestdate>
<vehicle interest="trade-in" status="used"><year>2015</year><make>Saturn</make><model>Ion</model><odometer units="mi">98000</odometer></vehicle>
<vehicle interest="buy"><year>${lead.year}</year><make>${escaped(lead.make)}</make><model>${escaped(lead.model)}</model><stock>${lead.stock}</stock></vehicle>
<customer><contact>
<name part="first">${escaped(lead.first_name)}</name><name part="middle"></name><name part="last">${escaped(lead.last_name)}</name>
<phone type="home">${dashed(lead.phone)}</phone><phone type="work"></phone><email>${lead.email}</email>
</contact><comments>${escaped(lead.comments)}</comments><timeframe><description>Within 2 weeks</description></timeframe></customer>
<vendor><contact><name part="full">Sunrise</name><email>vendor@example.com</email><phone>9095550100</phone></contact></vendor>
<provider><contact><name part="full">${escaped(lead.provider)}</name></contact></provider>
</prospect>
</adf>`,
  website: (lead: VendorLead) => `<?xml version="1.0"?>
<adf><prospect status="new"><id source="${escaped(lead.provider)}" sequence="${lead.id}"/><requestdate>${askedTime(lead).universal}</requestdate>
<vehicle><year>${lead.year}</year><make>${lead.make}</make><model>${lead.model}</model><stock>${lead.stock}</stock><comments>&nbsp;</comments></vehicle>
<customer><contact><name part="first">${lead.first_name}</name><name part="last">${lead.last_name}</name><phone>+1 ${lead.phone}</phone><email>${lead.email}</email></contact>
<comments>${lead.comments}</comments></customer>
<provider><name>${lead.provider}</name></provider></prospect></adf>`,
  chat: (lead: VendorLead) => `<adf>
 <prospect status='new'>
  <id sequence='1' source='${escaped(lead.provider)}'>${lead.id}</id>
  <requestdate>${askedTime(lead).date} ${askedTime(lead).time}</requestdate>
  <vehicle interest='test-drive' status='used'><vin>${lead.vin ?? "1HGCM82633A004352"}</vin><year>${lead.year}</year><make>${escaped(lead.make)}</make><model>${escaped(lead.model)}</model><stock>${lead.stock}</stock></vehicle>
  <customer>
   <contact><name part='full' type='individual'>${escaped(`${lead.first_name} ${lead.last_name}`)}</name><email>${lead.email}</email><phone type='mobile'>1${lead.phone}</phone></contact>
   <contact><name part='full'>Spouse Person</name><phone>9095550177</phone></contact>
   <comments><![CDATA[Chat transcript:<br/>Visitor: ${lead.comments}<br/>Agent: Thanks!]]></comments>
  </customer>
  <provider><name part='full'>${escaped(lead.provider)}</name><service>Chat</service></provider>
 </prospect>
</adf>`,
} as const satisfies Record<string, (lead: VendorLead) => string>;

export type VendorStyle = keyof typeof vendorStyles;

/** Quoted-printable, whose soft breaks fall inside tags, too. */
function quotedPrintable(text: string): string {
  const quotedLine = (line: string) => {
    let [lines, width] = ["", 0];
    for (const byte of Buffer.from(line)) {
      const isPlain = byte !== 61 && byte > 31 && byte < 127;
      const token = isPlain ? String.fromCharCode(byte) : `=${byte.toString(16).toUpperCase().padStart(2, "0")}`;
      if (width + token.length > 40) [lines, width] = [`${lines}=\r\n`, 0];
      lines += token;
      width += token.length;
    }
    return lines;
  };
  return text.split(/\r?\n/).map(quotedLine).join("\r\n");
}

const usualHead = { to: "leads-x@leads.example", from: "Leads <leads@vendor.example>", subject: "New lead" } as const;

const head = (id: string, type: string, encoding = "8bit") =>
  `From: ${usualHead.from}\r\nTo: ${usualHead.to}\r\nSubject: ${usualHead.subject}\r\nMessage-ID: <${id}@vendor.example>\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`;

const crlf = (text: string) => text.replace(/\r?\n/g, "\r\n");

/** How a mail carries ADF. */
export const mailForms = {
  plain: (id: string, adf: string) => Buffer.from(head(id, "text/plain; charset=utf-8") + crlf(adf)),
  bom: (id: string, adf: string) => Buffer.from(`${head(id, "text/plain; charset=utf-8")}\ufeff${crlf(adf)}`),
  base64: (id: string, adf: string) =>
    Buffer.from(
      head(id, "text/plain; charset=utf-8", "base64") +
        (
          Buffer.from(adf)
            .toString("base64")
            .match(/.{1,76}/g) ?? []
        ).join("\r\n"),
    ),
  quoted: (id: string, adf: string) =>
    Buffer.from(head(id, "text/plain; charset=utf-8", "quoted-printable") + quotedPrintable(adf)),
  misnamed: (id: string, adf: string) => Buffer.from(head(id, "text/plain; charset=utf-8") + crlf(adf), "latin1"),
  escapedHtml: (id: string, adf: string) =>
    Buffer.from(
      `${head(id, "text/html; charset=utf-8")}<html><body><p>${crlf(escaped(adf)).replaceAll("\r\n", "<br>\r\n")}</p></body></html>`,
    ),
  pre: (id: string, adf: string) =>
    Buffer.from(`${head(id, "text/html; charset=utf-8")}<html><body><pre>${crlf(escaped(adf))}</pre></body></html>`),
  signed: (id: string, adf: string) =>
    Buffer.from(
      `${head(id, "text/plain; charset=utf-8")}You have a new lead.\r\n\r\n${crlf(adf)}\r\n\r\n-- \r\nVendor support\r\nPhone: 800-555-0100\r\n`,
    ),
  forwarded: (id: string, adf: string) =>
    Buffer.from(
      `${head(id, "text/plain; charset=utf-8")}FYI\r\n\r\n> From: vendor\r\n${crlf(
        adf
          .split("\n")
          .map((line) => `> ${line}`)
          .join("\n"),
      )}\r\n`,
    ),
  attachment: (id: string, adf: string) =>
    Buffer.from(
      `${head(id, 'multipart/mixed; boundary="b1"', "7bit")}--b1\r\nContent-Type: text/plain\r\n\r\nSee the attached lead.\r\n--b1\r\nContent-Type: application/octet-stream; name="lead.adf"\r\nContent-Disposition: attachment; filename="lead.adf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(adf).toString("base64")}\r\n--b1--\r\n`,
    ),
  alternative: (id: string, adf: string) =>
    Buffer.from(
      `${head(id, 'multipart/alternative; boundary="b1"', "7bit")}--b1\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${crlf(adf)}\r\n--b1\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>A new lead</p>\r\n--b1--\r\n`,
    ),
} as const satisfies Record<string, (id: string, adf: string) => Buffer>;

export type MailForm = keyof typeof mailForms;

/** What its sender chooses of a mail's head. */
interface ChosenHead {
  readonly from?: string;
  readonly subject?: string;
}

/** The same mail to another address, and from another sender or about something else. */
export function addressedTo(address: string, mail: Buffer, { from, subject }: ChosenHead = {}): Buffer {
  // Byte by byte, whatever the mail's characters are.
  const bytes = (text: string) => Buffer.from(text).toString("latin1");
  let text = mail.toString("latin1").replace(usualHead.to, () => bytes(address));
  if (from !== undefined) text = text.replace(`From: ${usualHead.from}`, () => `From: ${bytes(from)}`);
  if (subject !== undefined) text = text.replace(`Subject: ${usualHead.subject}`, () => `Subject: ${bytes(subject)}`);
  return Buffer.from(text, "latin1");
}
