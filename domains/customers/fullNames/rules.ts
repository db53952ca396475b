/** A customer's name. Without a first name, greetings fall back to their own word: "Hi there". */
export interface PersonName {
  readonly first_name: string;
  readonly last_name: string;
}

const setOf = (words: string) => new Set(words.split(/\s+/));

const titles = setOf(
  "mr mrs ms miss mx dr drs doctor prof professor rev reverend sgt sergeant lt ltc capt captain cpl pvt officer sir messrs sr sra srta dna herr frau mme mlle",
);
/** Given names too: they are titles where a first and a last name follow. */
const rareTitles = setOf("gen col maj fr hon pastor father sister brother bishop deacon rabbi judge chief coach");
const generations = setOf("jr sr ii iii iv junior senior 2nd 3rd 4th");
const credentials = setOf("md phd dds dmd dvm dpm esq esquire cpa rn lpn jd mba edd psyd");
const conjunctions = setOf("& + and");
/** Last names begin with these, first names don't. */
const particles = setOf("de da di do du dos das");

const legalForms = setOf(
  "inc incorporated llc llp lllp pllc ltd limited corp corporation co company plc lp gmbh dba pc pa",
);
const companyWords = setOf(
  `academy accounting accounts advisors agency airlines apartments appliance appliances associates association assn auction
  auto autobody automall automotive autos bakery barbershop billing bistro boutique brewing bros brothers builders buildings
  cab cabinets cafe caterers catering charities charter cleaners cleaning clinic club coalition collision college committee
  commission communications community concrete condominium condominiums conference construction consultants consulting
  contracting contractor contractors council courier custom daycare dealer dealers dealership dental department dept
  deli delivery designs detailing diner dispatch distributing distribution distributors district drywall electric electrical
  electronics elementary engineering enterprise enterprises equipment estate excavating exports exterminators
  fabrication federation financial fitness flooring foods foundation freight furniture gallery grill grocery group
  guild gym handyman healthcare heating hoa holdings homes hospital hotel hvac imports industrial industries inn institute
  insurance interiors international investments janitorial jewelers laboratories laboratory landscape landscaping
  laundry leasing library limo limousine logistics lounge lumber machine machinery maintenance management
  manufacturing marketing masonry media medical ministries ministry mortgage motel motor motors movers moving museum
  nursery office offices optical organization orthodontics outfitters packaging painting partners partnership paving
  payable pediatrics pharmacy photography physicians pizza pizzeria plastering plumbing police pools preschool printing
  productions products properties property purchasing realtors realty receivable reception recycling remodeling rental
  rentals repair repairs restaurant restoration roofing sales salon school schools security service services shipping
  shop shops signs society software solutions spa sporting sports staffing storage store stores studio studios supplies
  supply surgery systems taqueria tavern tech technologies technology theater tile tire tires tools towing toys trading
  transit transport transportation travel treasurer trucking trucks university upholstery utilities veterinary ventures
  volunteer warehouse warranty welding wholesale wholesalers wireless woodworking workshop
  taller llantera panaderia restaurante constructora iglesia ferreteria carniceria autopartes refacciones empresa
  caller customer unknown anonymous deceased`,
);
/** Last names too: alone in a column beside a first name, they name a person. */
const companyLastNames = setOf(
  `police school store stores travel motor shop club college council custom dealer deli diner foods gallery grill guild homes
  hospital inn lounge lumber machine charter courier nursery office painting paving pools printing salon schools signs
  sports tavern tech theater tile toys trading transit treasurer volunteer taller library media museum shops`,
);
/** What stands before them in an office's or a company's name. */
const publicWords = setOf(
  "city county state town village public high middle elementary metro national american united general central regional local municipal federal community first st saint the",
);
/** Last names too: they name a company among three words and more. */
const rareCompanyWords = setOf(
  "bank chapel church center court energy farm farms garage glass hall house kitchen law lodge market park parts ranch sons stone temple trust union cars",
);
const congregations = setOf("first holy new grace saint st united second our");

const edges = /^[\s,;:/|_–—-]+|[\s,;:/|_–—-]+$/g;
const addressed = /^(?:attn|attention|c\/o|care of|℅)(?:[\s.:]+|$)/i;
const careOf = /\s(?:c\/o|care of|attn|℅)(?:[\s.:]|$)/i;
/** `John "Jack" Smith`, `Robert (Bob) Lee`: a nickname is no part of either name. */
const nickname = /\s+(?:"[^"]*"|“[^”]*”|\([^()]*\))(?=\s|$)/g;

/** Longer ones are sentences, which are stored as they are. */
const maxName = 200;

const tidy = (text: string) => text.replace(/\s+/g, " ").replace(edges, "").replace(edges, "");
/** `L.L.C.` → `llc`, `Café` → `cafe` */
const plain = (word: string) =>
  word
    .normalize("NFD")
    .replace(/[\p{M}.,]/gu, "")
    .toLowerCase();
const wordsOf = (text: string) => text.split(/[\s,;:()"“”-]+/).flatMap((word) => plain(word) || []);

const whole = (text: string): PersonName => ({ first_name: "", last_name: text });

/** Whether a name is a company's, an office's or no one's: `City of Ames`, `Joe's Garage`, `H&R Block`, `Wireless Caller`. */
export function isCompanyName(text: string): boolean {
  const words = wordsOf(text);
  if (words.some((word) => companyWords.has(word) || word === "of")) return true;
  if (words.length > 1 && (words[0] === "the" || words.slice(1).some((word) => legalForms.has(word)))) return true;
  if (/(?:&|\band)\s+(?:sons?|daughters?)\b|\bl[. ]l[. ][cp]\b|\bde c\.?v\b|\.(?:com|net|org)\b/i.test(text))
    return true;
  if (/\p{L}['’]s(?:\s|$)/iu.test(text) || /\S&|&\S/.test(text)) return true;
  const rare = words.some((word, at) => at > 0 && rareCompanyWords.has(word));
  return rare && (words.length > 3 || (words.length > 1 && congregations.has(words[0] ?? "")));
}

/** Whether a name can't be told apart into first and last name: several people's, one with an apartment or an address. */
function isUnclear(text: string): boolean {
  const words = text.split(" ").filter((word) => !generations.has(plain(word)));
  if (/[\d@/\\|]/.test(words.join(" ")) || /\sor\s/i.test(text)) return true;
  if (words.filter((word) => conjunctions.has(word.toLowerCase())).length > 1) return true;
  const plainWords = words.map(plain);
  const titled = plainWords.filter((word) => titles.has(word)).length;
  if (titled > 1 && plainWords.some((word) => conjunctions.has(word))) return true;
  return words.length > 2 && plainWords.slice(1).some((word) => rareCompanyWords.has(word));
}

/** Takes titles off the beginning; a name of nothing else loses all. */
function withoutTitles(words: readonly string[]): string[] {
  const isTitle = (word: string, following: number) =>
    titles.has(plain(word)) || (rareTitles.has(plain(word)) && (following > 1 || word.endsWith(".")));
  const first = words.findIndex((word, at) => !isTitle(word, words.length - at - 1));
  return first < 0 ? [] : words.slice(first);
}

/** Takes what follows a name off its end: credentials are omitted, generations stay with the last name. */
function withoutSuffixes(words: readonly string[]): { words: string[]; suffix: string } {
  const kept = [...words];
  const suffixes: string[] = [];
  while (kept.length > 1 && isSuffix(kept.at(-1) ?? "")) {
    const word = kept.pop() ?? "";
    if (generations.has(plain(word))) suffixes.unshift(word);
  }
  return { words: kept, suffix: suffixes.join(" ") };
}

const isSuffix = (word: string) => generations.has(plain(word)) || credentials.has(plain(word));
const isInitial = (word: string) => /^\p{L}\.?$/u.test(word);
const joined = (...words: readonly string[]) => words.filter(Boolean).join(" ");

/**
 * Splits a whole name: `Maria Lopez`, `Lopez, Maria`, `Dr. Maria Lopez Jr.`; of several words, only the first is the first
 * name. What has no certain first name stays whole, as the last name: a company's, a household's, a last name alone.
 */
export function splitName(full: string): PersonName {
  const text = tidy(full);
  if (text.length > maxName) return whole(text);
  const [name = ""] = tidy(text.replace(addressed, "")).split(careOf);
  if (isCompanyName(text) || isUnclear(name)) return whole(text);
  const parts = name.replace(nickname, "").split(/[,;]/).map(tidy).filter(Boolean);
  const [inFront = "", ...after] = parts;
  const given = after.filter((part) => !part.split(" ").every(isSuffix));
  const suffixes = after.filter((part) => !given.includes(part)).join(" ");
  const generation = suffixes
    .split(" ")
    .filter((word) => generations.has(plain(word)))
    .join(" ");
  const [only = "", ...more] = given;
  if (more.length > 1 || (more[0] && !isInitial(more[0]))) return whole(text);
  if (only) return lastNameFirst(inFront, only, generation);
  if (/^[\s,;]/.test(full.trim())) {
    const first_name = withoutTitles(inFront.split(" ")).join(" ");
    return first_name === "" ? whole(text) : { first_name, last_name: generation };
  }
  const isLastAlone = /[,;]$/.test(full.trim()) && !inFront.includes(" ");
  return isLastAlone ? whole(inFront) : firstNameFirst(inFront, generation);
}

/** After a comma, a middle initial is omitted, and a suffix joins the last name: `CRUZ, JOSE A JR` → `JOSE`, `CRUZ JR`. */
function lastNameFirst(last: string, given: string, generation: string): PersonName {
  const { words, suffix } = withoutSuffixes(withoutTitles(given.split(" ")));
  const bare = words.length > 1 && isInitial(words.at(-1) ?? "") ? words.slice(0, -1) : words;
  const lastWords = withoutTitles(last.split(" "));
  return { first_name: bare.join(" "), last_name: joined(lastWords.join(" ") || last, suffix, generation) };
}

function firstNameFirst(text: string, generation: string): PersonName {
  const typed = text.split(" ");
  const untitled = withoutTitles(typed);
  const { words, suffix } = withoutSuffixes(untitled);
  const isTitled = untitled.length < typed.length;
  const [first = "", second = "", third = "", ...rest] = words;
  if (first === "") return whole(text);
  if (second === "") {
    const last_name = joined(suffix, generation);
    return isTitled || last_name ? whole(joined(first, last_name)) : { first_name: first, last_name: "" };
  }
  if (particles.has(plain(first))) return whole(joined(...words, suffix, generation));
  const isJoint = (word: string) => conjunctions.has(word.toLowerCase());
  // `John & Mary Smith`, `Juan y Maria Lopez`
  if (isJoint(second) || second.toLowerCase() === "y") {
    const areGiven = rest.length > 0 && !isInitial(first) && !isInitial(third);
    return areGiven
      ? { first_name: joined(first, second, third), last_name: joined(...rest, suffix, generation) }
      : whole(text);
  }
  if (words.some(isJoint)) return whole(text);
  // `J. Robert Smith` is called by both.
  if (isInitial(first) && third !== "" && !isInitial(second)) {
    return { first_name: joined(first, second), last_name: joined(third, ...rest, suffix, generation) };
  }
  return { first_name: first, last_name: joined(...words.slice(1), suffix, generation) };
}

/** `Hope` and `School`: one word each, entered apart, of which the last may be a person's. */
function isPersonApart(first: string, last: string): boolean {
  const [given, family] = [plain(first), plain(last)];
  return (
    companyLastNames.has(family) && /^\p{L}{2,}$/u.test(given) && !companyWords.has(given) && !publicWords.has(given)
  );
}

/** Someone's name, or what a program writes for none: `Jennifer Null`, `Na`. Programs write `NULL` and `n/a`, too. */
export const mayBeName = (text: string): boolean => /^(?:Null|Na|None|Nil)$/.test(text);

/** Tidies a first and a last name that were entered apart: without titles, and a company's name stays whole. */
export function tidyNames(first: string, last: string): PersonName {
  const [first_name, last_name] = [tidy(first), tidy(last)];
  if ([first_name, last_name].every((name) => name === "" || mayBeName(name))) return whole("");
  const both = joined(first_name, last_name);
  if (both.length > maxName) return { first_name, last_name };
  if (isCompanyName(both) && !isPersonApart(first_name, last_name)) {
    return whole(both);
  }
  // In columns that were swapped, or of `Smith, John` split in two.
  if (/[,;]$/.test(first.trim()) && last_name !== "") return splitName(`${first_name}, ${last_name}`);
  if (first_name === "" || last_name === "") return nameOfOne(first_name, last_name);
  const words = first_name.split(" ");
  // `Mr. & Mrs.` stands before a household's name.
  if (words.every((word) => titles.has(plain(word)) || conjunctions.has(word)) && words.length > 1) return whole(both);
  const { words: given, suffix } = withoutSuffixes(withoutTitles(words));
  return { first_name: given.join(" "), last_name: joined(last_name, suffix) };
}

/** One column alone may hold the whole name, as `Smith, John`. */
function nameOfOne(first_name: string, last_name: string): PersonName {
  if ((first_name || last_name).includes(",")) return splitName(first_name || last_name);
  return { first_name: withoutTitles(first_name.split(" ")).join(" "), last_name };
}

/** Whether a last name is all of a name, such as a company's, so that no first name belongs before it. */
export const isWholeName = (last_name: string): boolean =>
  !companyLastNames.has(plain(last_name)) && (isCompanyName(last_name) || isUnclear(last_name));
