import { invisible } from "#core/invisible.ts";
import { withPlainNewlines } from "#core/newlines.ts";

/* Long because of its lists: phrases that ask to stop, in two languages, and what only sounds like them. */

/** What a message that is a single keyword asks for. */
export type Keyword = "stop" | "start" | "help";

/** What an inbound text wants: a keyword, or `asked` when it probably asks to stop in other words. */
export type InboundIntent = Keyword | "asked";

/** A text as it arrived. */
export interface InboundWords {
  readonly body: string;
  /** What the carrier took it for, and acted on. */
  readonly carrierKeyword?: Keyword | undefined;
}

/** What a text wants. The carrier's word wins: its keywords may be the account's own, in any language. */
export const intentOf = ({ body, carrierKeyword }: InboundWords, optedOut = false): InboundIntent | undefined =>
  carrierKeyword ?? inboundIntent(body, optedOut);

/**
 * What a text's words say about being texted; undefined for any other message.
 *
 * @param optedOut YES opts in again only after an opt-out; otherwise it may answer any question.
 */
export function inboundIntent(message: string, optedOut = false): InboundIntent | undefined {
  return keywordOf(message, optedOut) ?? (asksToStop(message) ? "asked" : undefined);
}

const keywords: Record<Keyword, readonly string[]> = {
  stop: [
    "stop",
    "stopall",
    "unsubscribe",
    "cancel",
    "end",
    "quit",
    "revoke",
    "optout",
    "opt out",
    "remove",
    "alto",
    "parar",
  ],
  start: ["start", "unstop"],
  help: ["help", "info"],
};

/**
 * The keyword that makes up a whole message, ignoring case, punctuation, emoji and invisible characters, what the message
 * quotes and its signature. "stop by Saturday" and "cancel my 3 pm" are not keywords.
 *
 * @param optedOut YES opts in again only after an opt-out; otherwise it may answer any question.
 */
export function keywordOf(message: string, optedOut = false): Keyword | undefined {
  const own = ownWords(message);
  for (const words of new Set([normalizeKeyword(message), normalizeKeyword(own)])) {
    if (words === "yes" && optedOut) return "start";
    const found = (Object.keys(keywords) as Keyword[]).find((keyword) => keywords[keyword].includes(words));
    if (found) return found;
  }
  return stopInstruction.test(normalizeWords(own)) ? "stop" : undefined;
}

/** Our own instruction, typed as a whole: "Reply STOP", "STOP to end". */
const stopInstruction =
  /^(?:(?:reply|text|txt|send|type|responda|responde|enviar|envie|envia|mande|manda) (?:(?:with|the word|word|con|la palabra) )?(?:stop|stopall|unsubscribe|alto|parar)|stop)(?: (?:to|2|para) (?:stop|end|quit|cancel|leave|unsubscribe|unsub|opt out|optout|terminar|cancelar|salir|parar|darse de baja)(?: (?:from|receiving|getting|all|your|our|my|these|the|this|marketing|text|texts|messages|messaging|alerts|list))*)?$/u;

/** True when a message is YES and nothing else; what it answers is for others to know. */
export const saysYes = (message: string): boolean => ["yes", "si"].includes(normalizeKeyword(ownWords(message)));

/** What a customer who was reminded of an appointment wants. */
export type ReminderAnswer = "confirm" | "change";

const reminderAnswers: Record<ReminderAnswer, readonly string[]> = {
  confirm: ["c", "confirm", "confirmed", "confirmo", "confirmar", "confirmado", "confirmada"],
  change: ["r", "reschedule", "cambiar", "cambiarla", "reprogramar"],
};

/** What a whole message answers to "Reply C to confirm, R to change"; undefined for any other. */
export function reminderAnswer(message: string): ReminderAnswer | undefined {
  const words = normalizeKeyword(ownWords(message));
  return (["confirm", "change"] as const).find((answer) => reminderAnswers[answer].includes(words));
}

/** Letters, digits and single spaces only. */
function normalizeKeyword(message: string): string {
  return joinLetters(
    toPlainLetters(message)
      .replace(/[^\p{L}\p{N}\s]/gu, "")
      .replace(/\s+/g, " ")
      .trim(),
  );
}

/**
 * True when a message probably asks to stop in its own words, in English or Spanish: "take me off your list", "número
 * equivocado". A guess that staff decide, so it prefers false positives; "stop by Saturday" is still no request.
 */
export function asksToStop(message: string): boolean {
  const own = ownWords(message);
  const words = normalizeWords(own);
  if (words === "") return stopSign.test(own);
  return (
    wholeMessagePatterns.some((pattern) => pattern.test(words)) ||
    plainKeywords.includes(words.replaceAll(" ", "")) ||
    hasKeywordLine(own) ||
    isLedByStop(own) ||
    endsWithStop(own) ||
    hasRequest(words)
  );
}

const stopSign = /[🛑⛔🚫]/u;

/** Keywords that hardly mean anything else. */
const plainKeywords = ["stop", "stopall", "unsubscribe", "unsub", "optout"];

/** True when the first or the last of several lines is a keyword: above a name, or below what else was said. */
function hasKeywordLine(message: string): boolean {
  const lines = message.split("\n").filter((line) => line.trim() !== "");
  const [first = "", second = ""] = lines;
  const isKeyword = (line: string) => plainKeywords.includes(normalizeKeyword(line).replaceAll(" ", ""));
  if (lines.length < 2) return false;
  return (
    (isKeyword(first) && !/^\s*\p{Ll}/u.test(second)) ||
    (/^\W*\p{Lu}/u.test(lines.at(-1) ?? "") && isKeyword(lines.at(-1) ?? ""))
  );
}

/** What follows "stop" where it means a visit or something else: "Stop by at 5", "STOP IN for a coffee", "stop signs". */
const otherStops =
  /^\s*(?:by|in|at|on|over|off|for|here|there|sign|light|and|going|it|to see|worrying|trying|looking|crying|drop)\b/iu;

/** Someone begins with the keyword and continues: "STOP Jim Berg", "Stop, we sold it". */
function isLedByStop(message: string): boolean {
  const plain = message.normalize("NFKC");
  const found = /^[^\p{L}\p{N}]*(stop|stopall|unsubscribe)(?![\p{L}\p{N}])/iu.exec(plain);
  if (!found) return false;
  const [before, word = ""] = found;
  const rest = plain.slice(before.length);
  if (otherStops.test(rest.replace(/^[^\p{L}\p{N}]+/u, ""))) return false;
  if (/^\s*[.,;:!–—(\n-]/u.test(rest)) return /[\p{L}\p{N}]/u.test(rest);
  // Where all is in capitals, the word alone is not shouted, unless nothing but a name follows.
  return word === word.toUpperCase() && (/\p{Ll}/u.test(rest) || /^\s+\p{Lu}+(?:\s+\p{Lu}+)?\s*$/u.test(rest));
}

/** The last sentence is the keyword: "We sold the car. Stop." */
const endsWithStop = (message: string) =>
  /[.!?…;]\s+(?:stop|unsubscribe)[\s.!]*$/iu.test(message.normalize("NFKC").trim());

/** Looks for a request after cutting out phrases that only resemble one. */
function hasRequest(words: string): boolean {
  const remaining = exclusions.reduce((text, pattern) => text.replace(pattern, " · "), words);
  return requestPatterns.some((pattern) => pattern.test(remaining));
}

/** Lower-case words of letters and digits, without accents, separated by single spaces. */
function normalizeWords(message: string): string {
  return joinLetters(
    toPlainLetters(message)
      // "don't" is one word, "opt-out" two.
      .replace(/(?<=\p{L})['’‘`´](?=\p{L})/gu, "")
      .replace(/(?<=wrong\s*)#/g, " number ")
      .replace(/[^\p{L}\p{N}]+/gu, " ")
      .trim(),
  );
}

/** Small letters without accents, styles and invisible characters; words in letters that only look Latin are Latin. */
function toPlainLetters(message: string): string {
  return message
    .replace(/[\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]/gu, (sign) =>
      String.fromCodePoint(0x61 + (((sign.codePointAt(0) ?? 0) - 0x1f150) % 32)),
    )
    .normalize("NFKD")
    .toLowerCase()
    .replace(invisible, "")
    .replace(/\p{M}/gu, "")
    .replace(/\p{L}+/gu, (word) => {
      if (/^[a-z]+$/.test(word)) return word;
      const latin = [...word].map((letter) => lookAlikes.get(letter) ?? letter).join("");
      return /^[a-z]+$/.test(latin) ? latin : word;
    });
}

/** "s t o p" is one word. */
const joinLetters = (words: string) =>
  words.replace(/(?<![\p{L}\p{N}])\p{L}(?: \p{L}){2,}(?![\p{L}\p{N}])/gu, (letters) => letters.replaceAll(" ", ""));

const lookAlikes = new Map(
  [
    // Cyrillic, Greek, Armenian, small capitals
    ["авсԁеһніјкӏмоԛрѕтуԝх", "abcdehhijklmoqpstywx"],
    ["αβεζικμνορτυχ", "abezikmnoptyx"],
    ["տօսո", "soun"],
    ["ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ", "abcdefghijklmnoprstuvwyz"],
  ].flatMap(([like = "", latin = ""]) => [...like].map((letter, at) => [letter, latin[at] ?? letter] as const)),
);

/**
 * Compiles a readable pattern, where `<name>` means a word group. Duplicate words in a group are removed, because they
 * cause exponential backtracking.
 */
function compilePattern(text: string, flags = "u"): RegExp {
  const filled = text
    .replace(/(?<=[(:|])<(\w+)>(?=[|)])/g, (_, name: string) => wordGroups[name] ?? "")
    .replace(/<(\w+)>/g, (_, name: string) => `(?:${wordGroups[name]})`)
    .replace(/\(\?:([^()]*)\)/g, (_, words: string) => `(?:${[...new Set(words.split("|"))].join("|")})`);
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${filled})(?![\\p{L}\\p{N}])`, flags);
}

const wordGroups: Record<string, string> = {
  text: "text|txt|message|msg|sms|contact|bother|harass|spam|write|email",
  texting:
    "text+in|text+ing|txt+ing|messaging|messagin|msging|contacting|bothering|harassing|spamming|soliciting|bugging|smsing|writing",
  texts:
    "texts?|txts?|messages?|msgs?|sms|spam|text messages?|promos?|promotions?|promotional|advertisements?|ads|notifications?|alerts?|communications?|correspondence|solicitations?|texting|messaging",
  asked:
    "texts|txts|messages|msgs|texted|messaged|contacted|spammed|bothered|texting|messaging|spam|sms|text messages|promotions|promos|solicited|notifications",
  me: "me|us|this number|this phone|my number|my phone|my cell|here",
  polite:
    "please|pls|plz|plse|kindly|just|ok|okay|hey|hi|hello|sir|maam|now|already|thanks|thank you|thx|ty|all|everything|right now|immediately|today|anymore|any more|omg|ffs|seriously|folks|guys|people|sorry|no|yes|yeah|yep|yo|im good|i said|asap|forever|really",
  dont: "dont|do not|dnt|never|dont ever|do not ever|dont you|dont u|stop and dont",
  our: "your|ur|the|this|these|those|that|any|all|ya|yall|yalls",
  enviar: "enviar|mandar|escribir|textear|texting|mensajear|molestar|contactar|fastidiar|llamar y escribir|acosar",
  envie:
    "envie[ns]?|enviar|enviando|enviandome|mande[ns]?|mandar|mandando|mandandome|escriba[ns]?|escribir|escribiendo|textee[ns]?|textear|texteando|contacte[ns]?|contactar|contactando|moleste[ns]?|molestar|molestando|mensajee[ns]?",
  mensajes:
    "mensajes?|mensajitos|textos?|msjs?|sms|publicidad|promociones|promocion|comunicaciones|notificaciones|anuncios|propaganda|spam|correos",
  porfavor: "por favor|porfavor|porfa|pf|ya|gracias|no|hola|mas|senor|senora|favor|ok|oiga|oye|disculpe",
};

/** Requests that make up a whole message. */
const wholeMessagePatterns = [
  // "Please just stop", "stop it now", "stop already". "Stop" alone is a keyword.
  "(?:<polite> )*stop(?: (?:<polite>|it|this|that|these|stop))+",
  "(?:<polite> )+stop(?: (?:<polite>|it|this|that|these|stop))*",
  "(?:<polite> )*no more(?: <polite>)*",
  "(?:<polite> )*(?:do not|dont) (?:<text>|call or text|text or call|reply|solicit)(?: (?:<polite>|again|back))*",
  "(?:<polite> )*(?:(?:i am|im|we are|were|not) )?not (?:at all )?interested(?: (?:<polite>|at all|in this|in these|in your (?:texts|messages|offers?)|bye))*",
  "(?:<polite> )*(?:leave me alone|go away|get lost|fuck off|f off|piss off|fuck you|buzz off|screw off|enough)(?: <polite>)*",
  "(?:<polite> )*(?:take|get) me off(?: (?:of )?(?:this|here|it))?(?: <polite>)*",
  "(?:<polite> )*(?:opt me out|opting out|unsub|unsuscribe|unsubcribe|unsubscribe|remove|cancel|quit|end)(?: (?:<polite>|me|us|this number|my number|my phone|from this|from here|it))+",
  "(?:optout|opt out|opting out|opted out)(?: <polite>)*",
  "(?:<polite> )+(?:opt out|unsub|unsuscribe|unsubscribe|remove|cancel|quit|end)(?: (?:<polite>))*",
  "(?:<polite> )*(?:(?:i am|im|we are|were|not) )?no longer interested(?: <polite>)*|no (?:solicitations?|soliciting)(?: <polite>)*",
  "(?:(?:<polite>|im|i am|ill|i|youre|you are|u r) )*(?:block|blocking|blocked)(?: (?:<polite>|you|u|this|number))*",
  "(?:<polite> )*(?:discontinue|desist|cease|off list|off the list|off your list|delete|remove|take off)(?: <polite>)*",
  // "Can you stop?", "Thanks but stop", "Stop reaching out". "I can't stop" and "did he stop?" say something else.
  "(?:<polite> )*(?:can|could|will|would) (?:you|u|yall|you guys|you all)(?: <polite>)* stop(?: (?:<polite>|it|this|that))*",
  "(?:(?:<polite>|but|and|you|were good|we are good|im all set|all set|got a car|bought a car|no need) )+stop(?: <polite>)*",
  "(?:<polite> )*(?:i am|im|i would like to|id like to|i want to|we are|were|we want to|let me|i wish to|ill|i)(?: (?:be|hereby|now|just))* (?:opt|opting|opted) out(?: <polite>)*",
  "(?:<polite> )*(?:block|delete|remove|unsubscribe|drop|forget|lose|unsub) (?:me|us|this number|my number|my phone|my info|it)(?: (?:<polite>|and))*",
  "(?:stop|end|quit|cancel|unsubscribe) ?(?:2|to) ?(?:end|stop|quit|cancel|unsubscribe)",
  "unsub|unsuscribe|unsubcribe|unsubsribe|unsubscibe|unsubscribed?|stop ?it|stp|s+t+o+p+|sto|stpo|sotp|st0p+|5top|dnc|do not call|optout|baja|stop \\p{N}+",
  "(?:stop|stopall|unsubscribe|end|quit|cancel|optout|opt out|remove)(?: (?:stop|stopall|unsubscribe|end|quit|cancel|optout|opt out|remove))+",
  // Opt-out words of other languages that phones here are set to.
  "arret(?:e[rz]?)?|стоп|停止|退订|desabonner|desinscrire|desinscription|dung|huy|stopp|abmelden|pare de enviar|cancelar|sair",
  "(?:<polite> )*(?:svp |merci |merci de |veuillez )*(?:arretez?|cessez?)(?: (?:svp|sil vous plait|merci|maintenant|ca|tout de suite|<polite>))*",
  "(?:<polite> )*(?:i )?(?:reply|replying|text|texting|send|sending)(?: with)? stop(?: <polite>)*",
  "(?:<porfavor> )*no mas(?: (?:<porfavor>|mensajes|textos))*",
  "(?:<porfavor> )*(?:ya )?(?:basta|pare|paren|parar|para ya|detengase|detenganse|detener|alto|parenle|parele|stop)(?: <porfavor>)*",
  "(?:<porfavor> )*(?:no me interesa|no estoy interesad[oa]|no estamos interesados|sin interes)(?: <porfavor>)*",
  "(?:<porfavor> )*(?:dejame|dejeme|dejenme|dejenos) (?:en paz|tranquil[oa]|solo|sola|de molestar)(?: <porfavor>)*",
  "(?:<porfavor> )*(?:no|ya no) (?:me )?(?:moleste[ns]?|escriba[ns]?|textee[ns]?|contacte[ns]?)(?: (?:<porfavor>|mas|nunca))*",
  "(?:<porfavor> )*equivocado(?: <porfavor>)*",
].map((text) => compilePattern(`^(?:${text})$`));

/** Phrases that sound like a request but are not, with the context that shows it. */
const exclusions = [
  // Someone else stops, or the sender asks not to stop.
  "(?:cant|cannot|couldnt|wont|will not|didnt|did not|dont|do not|never|i|ill|i will|we|well|hell|shell|theyll|he|she|they|did you|did u|did yall|why would you|why have you) stop(?:ped)? <texting>",
  "(?:dont|do not|please dont|never|accidentally|by accident|by mistake|did i|i didnt|did not|am i|was i|got|why was i|why am i|i was|not) (?:want to |mean to |get )?(?:unsubscribed?|opt(?:ed)? (?:me )?out|removed?|take me off|cancel)",
  "(?:you|u|they|he|she|we|nobody|somebody|someone|sales|who|it|i) (?:<dont>|did not|didnt|will not|wont) (?:\\p{L}+ )?(?:<text>|<texting>) (?:me|us|back|my|this)",
  "(?:why|if|since|because|in case|and) (?:you |u |they |he |she |i |we )?(?:<dont>)(?: you| u| they)? (?:<text>) (?:me|us)",
  "(?:<dont>) (?:forget|hesitate|be afraid|be shy|fail|mind)(?: to| about)?(?: (?:<text>|<texting>))?",
  "(?:can|could|will|would|please|if|so|that) you keep <texting>",
  "(?:unsubscribe|unsub)(?: (?:me|us))? from (?:onstar|sirius|siriusxm|xm|carvana|carmax|autotrader|carfax|gap|the (?:warranty|insurance|plan))",
  // A time or a place, not an opt-out.
  "(?:<dont>|stop) (?:<text>|<texting>|call or text|text or call)(?: (?:<me>))? (?:back )?(?:before|after|until|till|when|while|during|between|on (?:my|weekends?|sundays?|saturdays?)|unless|if|so (?:late|early)|this (?:late|early)|at (?:work|night|\\p{N}+|this hour)|tonight|today|yet|about (?:it )?(?:until|till))",
  "(?:i )?(?:dont|do not) (?:want|need|like|wish|care) (?:to )?(?:miss|lose|get lost|interrupt|stop)(?: \\p{L}+){0,4} <texts>",
  "no <texts> (?:yet|from|on|came|today|so far|received|at all from)",
  // Another kind of list or subscription.
  "(?:take|remove|get|drop|pull|scratch|cross)(?: \\p{L}+){0,4} (?:off|from|out of)(?: of)? (?:the |your |my |that |this )?(?:\\p{L}+ )?(?:list for|waiting list|wait list|waitlist|schedule|calendar|title|loan|lease|contract|paperwork|insurance|policy|application|registration|account|appointment|test drive|deal|lot|road|hook|car|truck|vehicle|financing|note|line)",
  "(?:cancel|end|stop)(?: \\p{L}+){0,3} (?:siriusxm|sirius|onstar|xm|warranty|insurance|policy|appointment|order|check|payment|payments|autopay|auto pay|financing|loan|lease|deposit|gap)(?: (?:alerts?|notifications?|messages?|subscription))?",
  "opt(?:ing|ed)? out of (?:the |my |that |your |an? )?(?:extended |service |gap |maintenance )?(?:warranty|insurance|coverage|plan|protection|gap|add ons?|package|arbitration|lease|contract|deal|service|paint|trade|fees?)",
  "(?:i|we) (?:\\p{L}+ ){0,2}(?:gave|typed|sent|put|wrote|texted|called|dialed|dialled|had|entered|messaged|used|provided)(?: \\p{L}+){0,4} wrong (?:number|person|phone|one|email|address|vin)",
  "wrong (?:number|phone) plates?",
  "wrong (?:number|phone)(?: \\p{L}+){0,2} (?:on (?:my|the|your) (?:file|account|paperwork|invoice|contract|website|site|form)|for the|of (?:miles|keys|tires|doors|seats))",
  "(?:le|les|te|yo|me) (?:di|dimos|dio|mande|puse|marque|anote|envie)(?: \\p{L}+){0,2} numero equivocado",
  "no (?:me )?(?:<envie>)(?: \\p{L}+){0,3} (?:antes|despues|hasta|cuando|mientras|hoy|manana|en la noche|a las|todavia|aun)",
  "no (?:quiero|quisiera|deseo) (?:perder|perderme|molestar|dejar)(?: \\p{L}+){0,4} <mensajes>",
  "(?:dar|dame|deme|denme|darme|darse) de baja (?:el|la|las|los|mi|mis|unas?|al) (?!numero|telefono|suscripcion|celular)(?:\\p{L}+)",
  "(?:no dejen?|no dejes|no deje|no pare[ns]?) de <enviar>(?:me|nos|le)?",
  "lose (?:my|this|the) (?:number|phone)(?: \\p{L}+)? (?:plate|one)",
].map((text) => compilePattern(text, "gu"));

/** Requests anywhere in a message. */
const requestPatterns = [
  // "Who is this? Stop"
  "(?:who|whos|dont know|idk)(?: (?:is|are|r|who|this|dis|that|you|u|it|texting|me))+(?: <polite>)* (?:stop|unsubscribe)(?: <polite>)*$",
  // "I already texted STOP"
  "(?:im|i am|ive|i have|i|we|already|keep|kept|times)(?: (?:have|already|just|even|tried|been|am|was))* (?:repl(?:ied|ying)|text(?:ed|ing)|typ(?:ed|ing)|said|saying|sent|sending|wrote|writing)(?: (?:you|u|yall|guys|back|with|the|word|in|them|a|like))* (?:stop|unsubscribe)(?! (?:by|at|in|on|over|for|sign|and|it|to see|light|off|before|after))",
  "^(?:<polite> )*(?:stop|unsubscribe)(?: <polite>)* (?:who is|whos|who are|who r) (?:this|dis|that|you|u)$",
  // "Stop I bought elsewhere"
  "^(?:stop|stopall|unsubscribe) (?:i|im|ive|we|were|weve) \\p{L}+",
  "(?:stop|quit|cease|discontinue)(?: (?:with|all|the|<our>|sending|fucking|damn|constantly|please|always|ever))* <texting>",
  "(?:stop|quit|cease|stop the|no more) sending(?: (?:me|us|this|these|those|the|your|ur|any|so|many|all|more|such|stupid|damn|my phone))*(?: <texts>| stuff| crap| things| offers| deals| anything| junk| shit| it| them| here)?(?: (?:<polite>))*(?:$| and| to)",
  "(?:stop|quit|end|cancel|cease|discontinue|turn off|halt|block)(?: (?:all|<our>|with|sending|me|us|of|more|future|further|automated|marketing|annoying|dumb|stupid|damn|fucking|please|my|getting|receiving|text|unwanted|sales|unsolicited|daily|weekly))* <texts>",
  "(?:cancel|end|stop) (?:my |this |the |our )?(?:text |sms |message |messaging |texting )?subscription",
  "(?:stop|quit) (?:calling|contacting|bugging|stalking|blowing up)(?: and (?:<texting>))?(?: (?:me|us|this number|my phone|my number|my cell))",
  "(?:<dont>)(?: (?:please|want you to|want u to|want yall to|try to|bother to|call or|call and|call|contact or|email or|mail or|fucking|dare|need to|need you to|even|want anyone to|like you to|want to be))* (?:<text>|texted|contacted|<texting>)(?: or call| or email| or contact| and call)?(?: (?:<me>|anymore|any more|again|ever))",
  "(?:<dont>) (?:send|sent)(?: (?:me|us|my|any|more|anymore|no|these|this|those|your|ur|stupid|anything|here|out|further|future|the))* (?:<texts>|anymore|any more|again|anything|stuff|offers|crap|junk)",
  "(?:dont|do not|no longer|never|didnt|did not|havent|have not|nor do i|not)(?: \\p{L}+)? (?:want|wanna|wish|need|like|care|ask|asked|sign|signed|subscribe|subscribed|agree|agreed|consent|consented|request|requested|authorize|authorized|appreciate|wanting|interested in)(?: \\p{L}+){0,5} (?:<asked>)",
  "(?:dont|do not|no longer|never) (?:want|wish|care|need) to (?:hear from|be on|receive|get|be texted|be contacted|be messaged|be part of|recieve)(?: (?:you|u|your|yall|this|these|anything|any|the|them|more|further|texts|messages|list|from))*",
  "(?:i |we )?(?:do not|dont|no longer|never|didnt|did not|revoke|withdraw|rescind)(?: give| have| gave)?(?: (?:my|any|you|u|all|yall|your|prior))* (?:consent|permission|authorization)",
  "(?:take|remove|delete|drop|get|scrub|erase|pull|strike|omit|exclude)(?: (?:me|us|my|this|our|the|number|phone|name|info|information|contact|cell|data|it|please|and))+ (?:off|from|out|out of|off of|of|in)(?: (?:of|<our>|all|everything|mailing|text|texting|sms|marketing|contact|contacts|call|calling|email|customer|message|messaging|group|promo|promotional|spam|distribution|client|dealership|dealer|data|company|sales|do|not))* (?:lists?|texts?|messages?|messaging|database|systems?|contacts?|records?|files?|thread|chat|subscriptions?|notifications?|crm|spam|phone|marketing|computer|mailings?|texting)",
  "(?:take|get|keep) (?:me|us|my name|my number|my phone|this number|my phone number) off(?: (?:of )?(?:<our>|everything|it|here))?(?: (?:<polite>))*$",
  "(?:remove|delete|erase|lose|forget|drop|block|scrub|trash|discard|toss)(?: (?:please|pls|plz|me and))* (?:my|this|our) (?:phone number|cell number|number|phone|cell|contact|contact info|info|information|phone no|digits|data)(?: (?:<polite>|from|off|and|at once|asap|out)|$)",
  "(?:remove|delete|unsubscribe|unsub|opt) (?:me|us|this number|my number|my phone)(?: out)?(?: (?:<polite>|from (?:<our>|here|everything|all))|$| and)",
  "(?:unsubscribe|unsub|unsuscribe)(?: (?:me|us|this|my|from|please|pls|now|here|the|your|number|to))+",
  "(?:want|like|wish|trying|try|tried|how (?:do|can|to)|how (?:do|can) i|how (?:do|can) we|need|please|id like|let me|can i|asked|asking|told you)(?: \\p{L}+){0,2} (?:to )?(?:unsubscribe|unsub|opt out|opt me out|optout|be removed|be taken off|be unsubscribed|be opted out|be deleted)",
  "opt(?:ing)? (?:me |us |this number |my number )?out (?:of|from)(?: \\p{L}+){0,4} (?:<texts>|list|lists|marketing|this|these|here|it)",
  "(?:i|we) (?:hereby |now |am |are |would like to |wanna )*(?:opt|opting) out",
  "(?:wrong|incorrect) (?:number|person|phone|nmbr|num|numbr|guy|girl|lady|woman|man|dude|phone number|contact|recipient|individual|no|cell)",
  "(?:not|isnt|is not|aint) (?:the (?:right|correct)|a right|right) (?:person|number|phone|guy|lady|contact)",
  "(?:no|nobody|no one|noone|not)(?: one)? (?:here )?(?:by|named|with|of) (?:that|this|the) name",
  "(?:no longer|not|isnt|isnt his|not his|not her|isnt her)(?: \\p{L}+){0,2}s (?:number|phone|cell)(?: anymore| any more)?",
  "(?:doesnt|does not|no longer)(?: \\p{L}+)? (?:have|has|own|use|uses|owns|belong|belongs)(?: to)?(?: (?:this|that|him|her|them|\\p{L}+))? (?:number|phone|cell|person)(?: anymore)?",
  "(?:number|phone|cell) (?:doesnt|does not|no longer|didnt) belongs? to|(?:number|phone|cell)(?: \\p{L}+)? (?:has been |was |got )?(?:reassigned|changed hands|changed owners|has a new owner|belongs to (?:someone|somebody) else|no longer belongs)",
  "(?:i )?(?:just )?(?:got|have|had) (?:this|a) (?:new )?(?:number|phone number)(?: \\p{L}+){0,3} (?:not|dont know|isnt|previous owner|looking for)",
  "(?:remove|delete|take|unsubscribe) (?:from|off)(?: <our>)?(?: (?:text|texting|mailing|marketing|contact))? (?:list|texts|messages|database|system)",
  "(?:please|pls|plz|kindly) (?:stop|remove|unsubscribe|unsub|opt out)$|(?:interested|thanks|thank you|enough|bye|market) stop$",
  "off (?:of )?(?:this|your|ur|yalls) (?:\\p{L}+ )?list|never opted in|(?:didnt|did not|havent|have not) opt(?:ed)? in",
  "leave (?:me|us) (?:the (?:hell|fuck) )?alone",
  "no (?:more |further |additional )+(?:<texts>|of (?:this|these|those|your)|contact|offers|emails|calls or texts|texts or calls|communication|communications|solicitations?|deals)",
  "no (?:<texts>|solicitations?|soliciting|contact)(?: or calls)? (?:please|pls|plz|thanks|thank you|anymore|any more|to this (?:number|phone))",
  "enough (?:already )?(?:with |of )?(?:<our>|all|these|the)?(?: \\p{L}+)? ?(?:<texts>|already)",
  "(?:tired|sick|fed up|annoyed|done|over|weary|sick and tired)(?: \\p{L}+)? (?:of|with|by|getting|receiving)(?: \\p{L}+){0,4} (?:<texts>|<texting>)",
  "(?:you|u|yall|guys|people|they|dealership)(?: \\p{L}+)? (?:keep|keeps|kept|wont stop|constantly|never stop|dont stop|are|continue to|continue)(?: on)? (?:spamming|harassing|bothering|texting me|messaging me|sending me (?:texts|messages|this|these|spam|junk)|harass|spam|bother)",
  "(?:report|reporting|reported|block|blocking|blocked)(?: \\p{L}+){0,3} (?:as (?:spam|junk)|for (?:spam|spamming|harassment)|to the (?:fcc|ftc|bbb|attorney general|ag|police)|spam|for harassing)",
  "(?:this|you|that) (?:is|are|s) (?:spam|spamming|harassment|harassing)|(?:youre|ur) (?:spamming|harassing)",
  "(?:do not|dont) (?:call|contact|text|disturb)(?: (?:call|or|text|contact))* (?:list|registry|register)",
  "(?:dnc|tcpa)(?: \\p{L}+)? (?:list|registry|violation|violations|lawsuit|law)|cease and desist|my (?:lawyer|attorney) will|(?:will|ill|gonna|going to) sue|report (?:you|u|this number)|stop or (?:i|ill|im|we)",
  "(?:make|let|get) (?:it|this|these|them|(?:<our>) (?:<texts>)) (?:to )?(?:stop|end)$",
  "(?:want|need|like|asked|told|telling|begging|wish|would)(?: [\\p{L}\\p{N}]+){0,4} (?:texts|messages|these|this|it|them|you)(?: \\p{L}+)? (?:to )?stop(?:ped)?(?: (?:<texting>|please|now|it)|$)",
  "(?:stop|quit|cease)(?: (?:please|trying to))* (?:reaching out|reaching me|following up|hitting me up|blowing (?:me|my phone|up my phone)|pestering|annoying|nagging|trying to (?:sell|reach|contact|text)|with this|with the)",
  "(?:stop|quit) (?:it|this|that|already) (?:with|and)(?: \\p{L}+){0,3} (?:<texts>|<texting>)",
  "(?:business|work|office|fire department|company|childs?|kids?|minors?|sons|daughters) (?:line|phone|number|cell)(?: \\p{L}+){0,2} (?:do not|dont|stop|never) (?:<text>)|this is (?:a|my) (?:minors?|childs?|kids?|landline|business line)(?: phone| number)?",
  "(?:didnt|did not|never|havent) (?:sign|signed) up (?:for|to)|never gave (?:you|u|yall|anyone|anybody) (?:my|this) (?:number|phone|cell)",
  "(?:stop|quit) blowin(?:g)? up (?:my|this) phone|refrain from (?:sending|contacting|texting|messaging|any)|(?:asked|told)(?: (?:you|u|yall|them))? (?:\\p{N}+|two|three|four|many|several|multiple) times to stop",
  "(?:please|pls|plz|sold it|sold|bought|done) (?:remove|delete) (?:him|her|them|it)$|not (?:my|his|her) (?:car|number|phone|name)(?: \\p{L}+){0,2} not (?:my|his|her) number|no need to (?:<text>)",
  "(?:sold|bought|moved|gone|interested|dead|died|wrong|over|thanks)(?: (?:it|one|away|already))? (?:remove|delete|unsubscribe)$",
  // "He died. Take his number off", "My father passed away"
  "(?:take|remove|delete|get|pull|drop|scrub|erase)(?: (?:please|off|the))* (?:his|her|their|my (?:dads?|moms?|fathers?|mothers?|husbands?|wifes?|sons?|daughters?|brothers?|sisters?|parents?)) (?:number|phone|name|info|cell|contact|information) (?:off|from|out)(?! (?:the|a|an) (?:charger|lift|car|truck|desk|table|door|plate|lot|lease|title|loan))",
  "(?:take|remove|delete|get) off (?:my|this|his|her|the) (?:number|phone|name|cell)",
  "(?:number|person|owner|customer|he|she|dad|mom|father|mother|husband|wife|son|daughter|brother|sister|grandma|grandpa)(?: (?:has|just|recently|sadly|unfortunately|of this number|of this phone|you are texting|youre texting))* (?:died|passed away|passed on|passed last|is deceased|is dead|deceased)",
  // French
  "(?:arretez?|cessez?|arreter|cesser) (?:de |d |les |vos |ces |tous (?:les|vos) )*(?:m |me |nous |l )?(?:envoi|envoyer|envoyez|ecrire|texter|contacter|deranger|harceler|messages?|textos?|sms|spam|pubs?|publicites?|menvoyer|mecrire|appeler)",
  "(?:ne )?(?:me |m |nous )(?:contactez|textez|ecrivez|envoyez|derangez|harcelez|ecris|texte)(?: (?:plus|pas|jamais))|(?:plus|pas) de (?:messages?|textos?|sms|pubs?|publicites?)",
  "(?:enlevez|retirez|supprimez|effacez|rayez|desabonnez|desinscrivez|desabonner|desinscrire)(?: moi| nous|(?: (?:mon|ce|notre|le)) (?:numero|nom|telephone|contact))",
  "(?:je )?(?:ne )?(?:veux|souhaite|desire) (?:plus|pas) (?:recevoir|de|vos|d etre|etre)|mauvais (?:numero|destinataire)|(?:me |m )(?:desabonner|desinscrire)",
  "(?:vous vous etes|tu t es) trompee? de (?:numero|personne)|(?:pas|mauvais) (?:le )?(?:bon )?numero|lachez moi|(?:jamais|pas) demande(?: \\p{L}+){0,2} (?:textos?|messages?|sms)|(?:textos?|messages?|sms) (?:ca )?suffit|ca suffit",
  // Portuguese
  "(?:me )?(?:tira|tire|tirem) (?:me )?(?:da|dessa|desta|de sua) lista|(?:para|parem?|pare) de encher|nao sou (?:a|o|essa|esse) \\p{L}+",
  "(?:pare|parem|para|deixe|deixem)(?: de)?(?: me)? (?:enviar|mandar|escrever|ligar|contactar|incomodar|mensagens)|nao (?:quero|desejo)(?: mais)? (?:receber|mensagens|isso)|nao (?:me )?(?:envie|mande|escreva)m?(?: mais)?|numero errado|(?:tire|retire|remova|apague)m? (?:me|meu|o meu|este)(?: numero| nome| telefone)?",
  "ne (?:m |me )?(?:envoyez|ecrivez|envoie|contactez) plus",
  // Spanish
  "dejen? de (?:estar )?(?:chingando|chingar|jodiendo|joder|molestando)|(?:favor de )?no seguir (?:mandando|enviando|escribiendo|molestando)",
  "(?:deje[ns]?|deja|dejar|dejarme|dejen ya|pare[ns]?|paren ya|basta|cese[ns]?|termine[ns]?|detenga[ns]?)(?: (?:ya|por favor))?(?: de| con)? (?:<enviar>)(?:me|nos|le|la|les)?",
  "(?:para|paren?|pare|basta|alto|detener|cancele[ns]?|cancela|cancelar|detengan?|suspenda[ns]?|suspender|parar|elimine[ns]?)(?: ya)?(?: de| con| a)?(?: (?:los|las|sus|tus|tantos|estos|esos|todos|mis|tanta|la|tu|su))* (?:<mensajes>)",
  "(?:para|paren?|pare|deja|deje|dejen|basta) de (?:<enviar>|llamar|marcar)(?:me|nos|le)?",
  "(?:no|ya no|nunca mas|nunca|jamas|que no)(?: me| nos| le| quiero que me| quiero que| se)? (?:vuelva[ns]? a |siga[ns]? |continue[ns]? |este[ns]? )?(?:<envie>)(?:me|nos)?(?: \\p{L}+){0,2} (?:<mensajes>|mas|nunca|por favor|nada|jamas|a este numero|este numero|otra vez|de nuevo)",
  "ya no (?:me|nos) (?:<envie>)",
  "no (?:me|nos) (?:vuelva[ns]? a|siga[ns]?|continue[ns]?) (?:<envie>)(?:me|nos)?",
  "(?:no|ya no) (?:quiero|deseo|quisiera|necesito|queremos|deseamos|pedi|solicite|autorice|acepte|autorizo|acepto|me interesan?|me gustan?)(?: \\p{L}+){0,5} (?:<mensajes>|recibir nada|saber nada|que me contacten|que me escriban)",
  "(?:no|ya no) (?:quiero|deseo) (?:que me (?:<envie>)|recibir(?: mas)?(?: (?:esto|estos|nada|sus))?)",
  "(?:quiteme|quitame|quitenme|quitenos|saqueme|sacame|saquenme|borreme|borrame|borrenme|elimineme|eliminame|eliminenme|remuevame|remuevanme|desuscribame|desinscribame|descarteme)(?: (?:<porfavor>|ahora|de (?:su|la|tu|esta|sus|las|el|este|ese|aqui|ahi|los)|$))",
  "(?:quiteme|quitame|quitenme|saqueme|sacame|saquenme|borreme|borrame|borrenme|elimineme|eliminame|eliminenme|remuevame|remuevanme|desuscribame|desinscribame)$",
  "(?:quitar|quite[ns]?|quita|borrar|borre[ns]?|borra|eliminar|elimine[ns]?|elimina|sacar|saque[ns]?|saca|remover|remueva[ns]?|olvide[ns]?)(?: por favor)? (?:mi|este|nuestro) (?:numero|telefono|nombre|contacto|celular|cel|informacion)(?: de (?:su|la|sus|tu|esta|las) (?:lista|listas|base|sistema|registro|registros|contactos)| (?:<porfavor>)|$)",
  "(?:numero|persona|telefono|num) (?:equivocad[oa]|incorrect[oa]|erronea|erroneo)|equivocad[oa] de (?:numero|persona)|equivoc(?:o|aron|aste) de (?:numero|persona)|tiene[ns]? (?:el |un )?numero (?:equivocado|incorrecto)",
  "no soy (?:la|esa) persona|(?:aqui no (?:vive|hay)|no hay nadie)(?: \\p{L}+){0,3} (?:nombre|aqui)|este (?:numero|telefono) (?:ya )?no (?:es|pertenece)",
  "(?:darme|deme|dame|denme|darse|dar|dennos) de baja(?: (?:<porfavor>|de|mi numero|mi suscripcion)|$)",
  "(?:desuscrib|desinscrib|dessuscrib)\\p{L}+|cancel(?:ar|en?|a|o)(?: (?:mi|la|esta))? (?:suscripcion|subscripcion)",
  "(?:hart[oa]|cansad[oa]|fastidiad[oa])(?: \\p{L}+)? de(?: \\p{L}+){0,3} (?:<mensajes>|escriban|molesten|texteen|molestando)",
  "no quiero mas$|(?:este|ese|ya) (?:ya )?no es (?:el (?:numero|telefono|celular) de|su (?:numero|telefono|celular))|ya estuvo bueno(?: \\p{L}+){0,2} <mensajes>",
  "no mas (?:<mensajes>)|no (?:<mensajes>) por favor|sin <mensajes> por favor|dejame[ns]? de|deje[ns]? de (?:molestar|joder|chingar)|(?:no|ya no) (?:este[ns]? )?(?:molestando|chinguen|jodan|molesten)",
].map((text) => compilePattern(text));

/*
 * What a text says in its sender's own words. Phones send a reaction as a text that quotes ours, mail programs and some
 * phones put the answered text below or above, and many add a signature: none of that asks for anything.
 */

/** The sender's own words of a text or mail: without reactions, quoted texts of ours and signatures. */
function ownWords(message: string): string {
  const plain = withoutEnvelope(withPlainNewlines(message).replace(invisible, "").replace(quoteEntity, '"'));
  return withoutSignature(withoutQuotedInstructions(withoutQuotedLines(withoutReaction(plain))));
}

/** Quotation marks that a gateway wrote as HTML. */
const quoteEntity = /&(?:quot|#34|#39|apos|[lr][ds]quo);/giu;

/** How an email gateway passes a mail on as a text: `FRM:jim@example.com SUBJ:… MSG:` and the words. */
const envelope = /^\s*\(?(?:frm|from):[^\n]{0,120}?\s(?:subj(?:ect)?:[^\n]{0,120}?\s)?(?:msg|message):\s*/iu;
const withoutEnvelope = (message: string) => message.replace(envelope, "");

const opening = '[“"«„‟❝〝「『]';
const closing = '[”"»“‟❞〞」』]';

/** How phones name a reaction, before the text that it is about. `…` means an emoji or a few words. */
const reactions = [
  // iPhone, in English
  "(?:loved|liked|disliked|laughed at|emphasi[sz]ed|questioned)",
  "reacted …(?: to| with)?",
  "removed …(?: from)?",
  "(?:added|sent|left) an? … (?:reaction|sticker)(?: to)?",
  // iPhone, in Spanish
  "(?:(?:a \\S+ )?(?:no )?(?:le|me) (?:encantó|encanto|gustó|gusto|gusta|encanta|dio risa|hizo gracia|pareció gracioso))",
  "(?:se (?:rio|rió)(?: de| con)?|enfatizó|enfatizo|exclamó(?: por| ante)?|cuestionó|cuestiono|preguntó por|destacó|resaltó)",
  "reaccionó …(?: a| con)?|reacciono …(?: a| con)?",
  "(?:quitó|quito|eliminó|elimino|retiró|retiro) …(?: de| a)?",
  // French and Portuguese
  "(?:a (?:adoré|aimé|ri de|mis l'accent sur|mis en doute|réagi …))|(?:n'a pas aimé|a supprimé … de)",
  "(?:amou|adorou|curtiu|gostou de|não gostou de|não curtiu|riu de|enfatizou|questionou|reagiu …(?: a| com)?|removeu …(?: de)?)",
].map((text) => text.replaceAll("…", `(?:(?!${opening})\\P{Cc}){1,40}?`));

/** Android names the emoji alone: `👍 to “…”`, also "Removed" behind it. */
const emoji = "(?:[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\p{Regional_Indicator}\\p{M}\\u20e3]\\s*){1,8}";
const emojiReactions = [
  `${emoji}(?:was )?(?:removed )?(?:to|from|a|de|à|para|en|sur)`,
  `(?:reacted|reaccionó|reacciono) (?:to|a)`,
];

const reaction = new RegExp(`^\\s*(?:${[...reactions, ...emojiReactions].join("|")})\\s*:?\\s*(?=${opening})`, "iu");

/** A reaction's quotation may hold others, and may be cut off before its end. */
function withoutReaction(message: string): string {
  const found = reaction.exec(message);
  if (!found) return message;
  const quoted = message.slice(found[0].length + 1);
  const end = [...quoted.matchAll(new RegExp(closing, "gu"))].at(-1)?.index;
  return end === undefined ? "" : quoted.slice(end + 1).trim();
}

/** The line with which a program introduces the text that is answered: all below it is that text. */
const introduction =
  /^\s*(?:(?:on|am|le|em|el) .{4,120}(?:wrote|schrieb|a écrit|escreveu|escribió|escribio)\s*:?\s*$|-{2,}\s*(?:original message|mensaje original|forwarded message|mensaje reenviado|reply above this line)\b|_{8,}\s*$|(?:from|de): .{1,120}$(?=\n\s*(?:sent|date|to|enviado|fecha|para): ))/imu;

/** Drops lines marked as quoted, and what a program copied below the answer. */
function withoutQuotedLines(message: string): string {
  const introduced = introduction.exec(message);
  const above = message.slice(0, introduced?.index);
  // Some programs put the answer below instead; its quotation is marked line by line.
  const answer = introduced && above.trim() === "" ? message.replace(introduced[0], "") : above;
  return answer
    .split("\n")
    .filter((line) => !/^\s*(?:>|&gt;|\|)/.test(line))
    .join("\n");
}

/** The part of our texts that says how to leave; the person who quotes it asks for nothing. */
const instruction =
  /\b(?:reply|text|txt|send|respond|answer|respond[ae]|envi[eaá]r?|mand[ea]|contest[ae])\s+(?:with\s+|con\s+)?\W{0,2}(?:stop|help|start|alto|parar)\b|\b(?:stop|alto|parar)\W{0,2}\s+(?:to|2|para)\s+(?:stop|end|quit|cancel|unsub\w*|opt|leave|terminar|cancelar|salir)|\b(?:msg|message)\b.{0,12}\bdata rates/iu;

const quotation = new RegExp(`${opening}[^“”"«»„‟❝❞「」『』]{12,}(?:${closing}|$)`, "gu");

/** Drops quotations of our own texts where something else is said as well; `“STOP”` alone is the sender's. */
function withoutQuotedInstructions(message: string): string {
  return message.replace(quotation, (quoted) => (instruction.test(quoted) ? " · " : quoted));
}

const device =
  "(?:i ?phone|i ?pad|android|galaxy|samsung|pixel|motorola|blackberry|windows|smart ?phone|phone|mobile|verizon|t-mobile|at&t|[a-z]+ mail|mail|yahoo|outlook|gmail|aol|proton ?mail)";
const signatureLine = new RegExp(
  `^\\s*(?:(?:sent|typed|written|composed) (?:from|via|with|by|using|on)\\b.{1,80}|get outlook for .{2,20}|(?:enviado|mandado|escrito) (?:desde|con|por)\\b.{1,80}|(?:envoyé|enviada?|gesendet|inviato|verzonden) (?:de|depuis|do|von|via|da|vanaf|a partir)\\b.{1,80}|(?:from )?my ${device}.{0,40})$`,
  "iu",
);

/** One that a gateway moved into the only line, or that stands in brackets or behind a dash. */
const inlineSignature =
  /(?<=\S)[ \t]+(?:(?:[-–—|*]+|[([])[ \t]*(?:sent|enviado) (?:from|via|with|by|using|on|desde|con|por) .{2,60}|(?:sent from my|sent via|enviado desde mi) .{2,60})$/iu;

/** Drops what a program or a person puts below every text: from `--` on, and lines such as "Sent from my iPhone". */
function withoutSignature(message: string): string {
  const lines = message.replace(inlineSignature, "").split("\n");
  const mark = lines.findIndex((line, at) => at > 0 && /^\s*(?:--|—|__)\s*$/.test(line));
  const above = mark === -1 ? lines : lines.slice(0, mark);
  while (above.length > 1 && (above.at(-1)?.trim() === "" || signatureLine.test(above.at(-1) ?? ""))) above.pop();
  return above.join("\n");
}
