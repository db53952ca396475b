// Long because of its table: phrases that people text to a dealership, each with its intent.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inDepth } from "#testing/deep.ts";
import { processorTime } from "#testing/processorTime.ts";
import {
  asksToStop,
  type InboundIntent,
  inboundIntent,
  intentOf,
  keywordOf,
  reminderAnswer,
  saysYes,
} from "./rules.ts";

const stop = [
  "STOP",
  "STOPALL",
  "UNSUBSCRIBE",
  "CANCEL",
  "END",
  "QUIT",
  "REVOKE",
  "OPTOUT",
  "OPT OUT",
  "REMOVE",
  "ALTO",
  "PARAR",
];

describe("a whole message that is a keyword", () => {
  test.each(stop)("%s asks to stop", (word) => expect(keywordOf(word)).toBe("stop"));
  test.each(["START", "UNSTOP"])("%s asks to start", (word) => expect(keywordOf(word)).toBe("start"));
  test.each(["HELP", "INFO"])("%s asks for help", (word) => expect(keywordOf(word)).toBe("help"));

  test("YES starts only while opted out", () => {
    expect(keywordOf("Yes!", true)).toBe("start");
    expect(keywordOf("Yes!", false)).toBeUndefined();
    expect(keywordOf("Yes!")).toBeUndefined();
  });

  test.each([
    ["small", "stop"],
    ["with a full stop", "Stop."],
    ["in quotation marks", "“STOP”"],
    ["shouted", "STOP!!!"],
    ["on lines of its own", "\n  stop \n"],
    ["with an emoji", "STOP 🛑"],
    ["with an emoji of several characters", "stop 👨‍👩‍👧🏽 ❤️"],
    ["with a zero-width space inside", "ST\u200bOP"],
    ["with a byte order mark inside", "ST\ufeffOP"],
    ["with a byte order mark before", "\ufeffSTOP"],
    ["marked as left to right", "\u200eSTOP\u200f"],
    ["with a soft hyphen", "STOP\u00ad"],
    ["full width", "ＳＴＯＰ"],
    ["with a hyphen", "Opt-out"],
    ["over two lines", "OPT\nOUT"],
    ["with no-break spaces", "\u00a0opt\u00a0\u00a0out\u00a0"],
  ])("is recognised %s", (_how, message) => expect(keywordOf(message)).toBe("stop"));

  test.each([
    "stop by Saturday",
    "Who is working? I'll stop by Saturday",
    "Who is at the bus stop",
    "Who is this? Stop by Saturday",
    "Should we keep the 3 pm? Cancel",
    "Can't make it. Cancel my 3 pm",
    "When? End of the month.",
    "Where do I get off? Next stop",
    "Trade-in papers? Remove",
    "cancel my 3 pm",
    "the end",
    "can you help?",
    "yes please",
    "stopped",
    "stop2",
    "",
    " ",
    "please stop texting me",
    "no",
    "🛑",
    "...",
    "START the car",
    "don't stop",
    "infos",
    "toString",
    "__proto__",
  ])("%j is none", (message) => expect(keywordOf(message, true)).toBeUndefined());

  test("ignores case, punctuation and invisible characters around it", () => {
    const noise = fc
      .array(fc.constantFrom(" ", "\n", ".", "!", '"', "…", "🙏", "\u200b", "\u200d", "\ufe0f", "*"))
      .map((parts) => parts.join(""));
    const cased = fc
      .constantFrom(...stop)
      .chain((word) =>
        fc
          .tuple(...[...word].map((letter) => fc.constantFrom(letter, letter.toLowerCase())))
          .map((all) => all.join("")),
      );
    fc.assert(fc.property(noise, cased, noise, (before, word, after) => keywordOf(before + word + after) === "stop"));
  });

  test("is not recognized next to another word", () => {
    const word = fc.stringMatching(/^[a-z0-9]{1,12}$/).filter((text) => text !== "out");
    fc.assert(
      fc.property(fc.constantFrom(...stop), word, (keyword, other) => keywordOf(`${keyword} ${other}`) === undefined),
    );
  });
});

const phrases: Record<"stop" | "start" | "help" | "asked" | "none", readonly string[]> = {
  stop: [
    "Stop",
    "stop 2 end",
    "STOP.",
    "stop!!",
    "UNSUBSCRIBE",
    "Cancel",
    "end",
    "quit",
    "Opt-out",
    "OPT OUT",
    "remove",
    "Alto",
    "PARAR",
    "revoke",
    "StopAll",
    "🛑 STOP 🛑",
    "STOP (sent from my Galaxy)",
    "STOP – Sent via T-Mobile",
    "FRM:jim@example.com\nSUBJ:\nMSG:STOP",
    "&quot;STOP&quot;",
  ],
  start: ["START", "start.", "Unstop", "UNSTOP!"],
  help: ["HELP", "help?", "Info", "info."],
  asked: [
    "STOP it with these texts",
    "discontinue",
    "please delete",
    "Sold it. remove",
    "off list",
    "This is a business line, do not text",
    "I did not sign up for this",
    "My husband passed away, please remove him",
    "This is a minor's phone",
    "not my car, not my number",
    "I moved to Texas, no need to text me",
    "ne m'envoyez plus de messages",
    "Désabonner",
    "Désinscription",
    "Pare de me enviar mensagens",
    "Não quero mais receber",
    "sair",
    "Stop reaching out to me",
    "Yo quit blowin up my phone w these car ads",
    "Kindly refrain from sending any more messages to this phone",
    "who is this? I never gave you my number",
    "i asked u 3 times to stop this",
    "dejen de estar chingando",
    "Favor de no seguir mandando promociones",
    "Vous vous êtes trompé de numéro",
    "Lâchez-moi avec vos messages",
    "C'est pas le bon numéro",
    "J'ai jamais demandé ces textos",
    "Les textos, ça suffit",
    "Me tira dessa lista",
    "Para de encher o saco com essas mensagens",
    "Não sou a Ana, engano",
    "I'm opting out",
    "I would like to opt out",
    "Can you stop?",
    "could you please stop",
    "Thanks but stop",
    "Thank you but please stop",
    "STOP2END",
    "Stop reaching out",
    "Quit following up",
    "He died. Take his number off",
    "Please remove my mom's number from your phone",
    "Delete her number from here",
    "My husband passed away",
    "The owner of this number is deceased",
    "block me",
    "Remove me",
    "Arrêtez",
    "Arrêtez de m'envoyer des messages",
    "Ne me contactez plus",
    "Plus de messages svp",
    "Je ne veux plus recevoir vos textos",
    "Mauvais numéro",
    "Désabonnez-moi",
    "Retirez mon numéro",
    "Stop - Jim",
    "STOP, Jim",
    "STOP Jim Berg",
    "STOP JIM",
    "STOP -Maria",
    "STOP (Maria)",
    "stop\nmaria",
    "STOP I already bought a car",
    "stop I bought elsewhere",
    "Stop, I'm not Maria",
    "STOP we went with Ford",
    "We sold the car. Stop.",
    "Not interested anymore! STOP",
    "Optout please",
    "opting out",
    "Parar por favor",
    "DETENER MENSAJES",
    "Yes stop",
    "Yo stop",
    "please stop texting me",
    "Stop texting me!!!",
    "PLEASE STOP TEXTING THIS NUMBER",
    "can you please stop texting me",
    "Could you stop messaging me please",
    "I want you to stop texting me",
    "you need to stop sending me messages",
    "I told you to stop texting me",
    "I've asked 3 times for these texts to stop",
    "stop sending me this",
    "Stop sending me stuff",
    "stop spamming me",
    "quit texting me",
    "Quit sending these texts",
    "Stop contacting me",
    "stop harassing me please",
    "stop calling and texting me",
    "stop it",
    "Stop please",
    "please stop",
    "Just stop",
    "STOP STOP STOP",
    "stop now",
    "stop already",
    "Stop all",
    "stop the texts",
    "stop all messages",
    "Please stop these automated messages",
    "cancel these texts",
    "cancel text messages please",
    "end these messages",
    "discontinue all texts to this number",
    "Cease and desist",
    "don't text me",
    "Dont text me anymore",
    "DO NOT TEXT ME AGAIN",
    "please do not contact me again",
    "do not text this number",
    "Don’t message me ever again",
    "don't call or text me anymore",
    "do not contact",
    "never text me again",
    "don't send me any more texts",
    "Please don't send me anything else, no more messages",
    "do not send me messages",
    "I don't want these texts",
    "I do not wish to receive texts from you",
    "i dont want to receive any more messages",
    "I no longer want to get these texts",
    "I never signed up for these messages",
    "didnt ask for these texts",
    "I did not consent to these messages",
    "I don't want to hear from you",
    "I revoke my consent",
    "i withdraw my permission to be contacted",
    "take me off your list",
    "Take me off this list please",
    "TAKE ME OFF YOUR MAILING LIST",
    "get me off this list",
    "please take my number off your list",
    "remove me from your list",
    "Remove me please",
    "please remove me",
    "remove my number",
    "Please remove this number from your database",
    "remove my name and number from your system",
    "delete my number",
    "Delete my number please and thank you",
    "lose my number",
    "forget my number",
    "unsubscribe me",
    "please unsubscribe",
    "I'd like to unsubscribe",
    "how do I unsubscribe from these?",
    "How can i opt out",
    "opt me out",
    "I want to opt out of these texts",
    "I am opting out",
    "please opt out",
    "wrong number",
    "Wrong number.",
    "Sorry, wrong number",
    "you have the wrong number",
    "I think you have the wrong person",
    "this is the wrong number, stop",
    "Wrong person",
    "you're not texting the right person, this is not the right number",
    "nobody by that name here",
    "No one by that name",
    "this is no longer Maria's number",
    "She doesn't have this number anymore",
    "this number doesn't belong to him",
    "leave me alone",
    "Please leave me alone!",
    "go away",
    "no more texts",
    "No more messages please",
    "no more",
    "No texts please",
    "enough with the texts",
    "Enough already",
    "I'm tired of these messages",
    "sick of getting your texts",
    "why do you keep texting me",
    "You guys keep spamming me",
    "I'm reporting you to the FCC",
    "reported as spam",
    "this is spam",
    "This is harassment",
    "I am on the do not call list",
    "put me on your do not call list",
    "Not interested",
    "not interested, thanks",
    "No thanks, not interested. Please take me off",
    "I'm not interested please stop texting",
    "I already bought a car, please stop texting me",
    "Sold it. Take me off your list.",
    "fuck off",
    "unsub",
    "make it stop",
    "who is this? stop",
    "Who is this?? STOP!!",
    "whos this stop",
    "Who are you\nStop please",
    "I don't know you. Unsubscribe.",
    "Stop. Who is this?",
    "no más",
    "No mas por favor",
    "ya no más mensajes",
    "no mas mensajes",
    "deje de enviarme mensajes",
    "Deja de mandarme mensajes",
    "dejen de escribirme",
    "Por favor deje de textearme",
    "ya deja de molestar",
    "dejen de molestarme",
    "déjame en paz",
    "Déjenme en paz por favor",
    "no me envíe más mensajes",
    "No me manden más textos",
    "ya no me escriban",
    "no me vuelva a escribir",
    "por favor no me contacte más",
    "no me molesten",
    "no quiero recibir mensajes",
    "Ya no quiero mas mensajes",
    "no deseo recibir sus mensajes",
    "no quiero más textos de ustedes",
    "quíteme de su lista",
    "Quitame de la lista",
    "sáqueme de su lista por favor",
    "bórrenme de su lista",
    "borre mi número",
    "elimine mi número por favor",
    "número equivocado",
    "Numero equivocado, lo siento",
    "está equivocado de número",
    "Se equivocó de número",
    "persona equivocada",
    "darme de baja por favor",
    "quiero darme de baja",
    "baja",
    "basta",
    "Ya basta!",
    "basta de mensajes",
    "pare por favor",
    "paren de mandar mensajes",
    "cancelar suscripción",
    "no me interesa",
    "No me interesa, gracias",
    "no estoy interesado",
    "estoy cansada de sus mensajes",
  ],
  none: [
    "can you unsubscribe me from OnStar?",
    "Do you have a wrong number plate?",
    "Is this a business line or your cell?",
    "Did you sign up for the drawing?",
    "Can you delete the second appointment",
    "Can you stop by tomorrow?",
    "Can you stop the service on my truck until I call?",
    "Could you stop the charge on my card",
    "Will the truck stop leaking?",
    "My old car died, I need a new one",
    "The battery died again",
    "Did he opt for the silver one?",
    "He took his phone off the charger",
    "Take her car off the lift",
    "Remove the plates please",
    "Block the car for me please",
    "Reaching out about the Silverado",
    "The engine just died",
    "Merci!",
    "Plus de photos svp",
    "Arrêt de bus près de chez vous?",
    "Stop, drop and roll",
    "Stop by at 5",
    "STOP BY ANYTIME",
    "STOP IN for a coffee",
    "Stop. And there is a stop sign on the left",
    "Can I stop by? I sold it",
    "Is it at the last stop.",
    "You won't believe it. I can't stop.",
    "Stop! In the name of love",
    "yes",
    "Yes please",
    "no",
    "No thanks",
    "ok",
    "👍",
    "Thanks!",
    "?",
    "stop by Saturday",
    "I'll stop by on Saturday",
    "can I stop by after work?",
    "Can i stop in tomorrow",
    "We will stop by the dealership at 4",
    "stop at the light and turn left?",
    "the car won't stop beeping",
    "brakes squeak when I stop",
    "The engine stops when I stop at a light",
    "how do I stop the alarm?",
    "cancel my 3 pm",
    "Cancel my appointment please",
    "please cancel my appointment for tomorrow",
    "I need to cancel my service appointment",
    "can we cancel the order?",
    "Cancel the extended warranty",
    "I want to opt out of the extended warranty",
    "can I opt out of gap insurance?",
    "end of the month",
    "End of the month works",
    "by the end of the week",
    "the lease ends in May",
    "when does the sale end",
    "the rear end is making noise",
    "remove the old tires",
    "Please remove the old tires and mount the new ones",
    "can you remove the tint?",
    "remove the add ons and we have a deal",
    "please remove my name from the title",
    "take my name off the loan",
    "take me off the waiting list for the Bronco",
    "can you take $500 off",
    "take it off the lot for me",
    "quit smoking in my loaner please",
    "my battery quit",
    "The AC quit working",
    "don't stop texting me",
    "Please don't stop sending me updates",
    "sorry I'll stop texting you so late",
    "why did you stop texting me?",
    "I didn't mean to unsubscribe",
    "did I get unsubscribed?",
    "you never text me back",
    "why don't you text me the price",
    "They did not contact me",
    "If you dont text me by 5 I will go elsewhere",
    "don't forget to text me",
    "dont hesitate to contact me",
    "Please text me when it's ready",
    "text me",
    "can you keep texting me updates",
    "please don't text me before 9 am",
    "don't text me while I'm at work, call instead",
    "Don't call me, text me",
    "I don't want to miss your texts",
    "no texts yet from the service guy",
    "I gave you the wrong number, it's 909-555-0199",
    "sorry I texted the wrong number",
    "the wrong number is on my paperwork",
    "the dealer sent me the wrong key",
    "you ordered the wrong part",
    "this isn't the right color",
    "not interested in the red one",
    "I'm interested",
    "I'm not interested in financing but I'll pay cash",
    "I'm not sure yet",
    "no more than 400 a month",
    "no more questions, see you at 5",
    "No problem",
    "I already have a car",
    "leave the keys in the drop box",
    "leave me a message",
    "can you help?",
    "please help me with the financing",
    "do you have more info on the Camry?",
    "start the car please",
    "it won't start",
    "is my car blocking someone",
    "what number should I call",
    "I lost my number plate",
    "delete the last invoice please",
    "my subscription to SiriusXM ended",
    "cancel my siriusxm subscription",
    "the list price is too high",
    "send me a list",
    "put me on the list for the new Tacoma",
    "Did you get my messages?",
    "enough room for 7?",
    "is that enough for a down payment",
    "stopped at the bank, on my way",
    "non-stop flight lands at 5",
    "bus stop near you?",
    "I unsubscribed from Carvana, you guys are better",
    "hola",
    "Sí",
    "no gracias",
    "gracias",
    "para mañana está bien",
    "¿Para cuándo estará listo mi carro?",
    "para mandarme la cotización use mi correo",
    "no más de 5 mil",
    "no más quería saber el precio",
    "puede parar el motor?",
    "el carro no para bien",
    "¿dónde puedo parar?",
    "la parada está lejos",
    "no me han enviado la cotización",
    "No me mandaste las fotos",
    "no me llame antes de las 9",
    "mándeme un mensaje",
    "quiero recibir mensajes",
    "no quiero perder sus mensajes",
    "no me interesa el rojo, tiene azul?",
    "quite las llantas viejas",
    "elimina mi cita por favor",
    "cancelar mi cita",
    "le di el número equivocado",
    "dar de baja las placas",
    "estoy cansado de mi carro viejo",
    "deje el carro ahí",
    "deje de funcionar el aire",
    "déjeme pensarlo",
    "¿basta con 500 de enganche?",
    "no estoy seguro",
    "más barato no hay?",
    "en paz descanse",
  ],
};

const table = Object.entries(phrases).flatMap(([intent, all]) => all.map((phrase) => [phrase, intent] as const));

test("the table has at least 150 phrases, none twice", () => {
  expect(table.length).toBeGreaterThan(150);
  expect(new Set(table.map(([phrase]) => phrase)).size).toBe(table.length);
});

describe("what a text says about being texted", () => {
  test.each(table)("%j: %s", (phrase, intent) => expect(inboundIntent(phrase) ?? "none").toBe(intent));

  /** "STOP Jim" and "Stop, the car is sold" ask by their capitals and their comma; "Stop the car" doesn't. */
  const isByForm = (phrase: string, intent: string) =>
    ["STOP Jim Berg", "STOP JIM", "STOP we went with Ford"].includes(phrase) ||
    (intent === "none" && /^(?:stop|unsubscribe) /i.test(phrase));

  test("ignores case, punctuation, emoji and invisible characters between words", () => {
    const noise = fc
      .array(fc.constantFrom(".", "!", ",", "…", "🙏", "🛑", "\u200b", "\ufeff", "*", "¡", "-"), { maxLength: 4 })
      .map((parts) => parts.join(""));
    const inside = fc.constantFrom("", "", "\u200b", "\u00ad", "\u2060", "\u200d");
    const disguised = fc
      .constantFrom(
        ...table.filter(([phrase, intent]) => /^[\p{L}\p{N} ]+$/u.test(phrase) && !isByForm(phrase, intent)),
      )
      .chain(([phrase, intent]) => {
        const words = phrase.split(" ").map((word) =>
          fc
            .tuple(
              noise,
              fc
                .tuple(
                  ...[...word].map((letter) =>
                    fc
                      .tuple(fc.constantFrom(letter, letter.toUpperCase(), letter.toLowerCase()), inside)
                      .map((both) => both.join("")),
                  ),
                )
                .map((letters) => letters.join("")),
            )
            .map((both) => both.join("")),
        );
        return fc.tuple(fc.tuple(...words), noise).map(([all, last]) => [`${all.join(" ")}${last}`, intent] as const);
      });
    fc.assert(
      fc.property(disguised, ([message, intent]) => (inboundIntent(message) ?? "none") === intent),
      { numRuns: inDepth(1_000, 200) },
    );
  });

  test("never throws, for any input", () => {
    const anything = fc.oneof(
      fc.string({ unit: "binary", maxLength: 1600 }),
      fc.string({ unit: "grapheme", maxLength: 400 }),
    );
    fc.assert(
      fc.property(anything, fc.boolean(), (message, optedOut) =>
        [undefined, "stop", "start", "help", "asked"].includes(inboundIntent(message, optedOut)),
      ),
    );
  });

  test("is fast even for the longest text made only of such words", () => {
    const words = [...new Set(table.flatMap(([phrase]) => phrase.toLowerCase().split(/[^\p{L}]+/u)))].filter(Boolean);
    const repeated = fc
      .array(fc.constantFrom(...words), { minLength: 1, maxLength: 6 })
      .map((some) => Array(400).fill(some.join(" ")).join(" ").slice(0, 1600));
    const mixed = fc.array(fc.constantFrom(...words), { maxLength: 400 }).map((some) => some.join(" ").slice(0, 1600));
    const openings = fc.constantFrom(
      "",
      "stop ",
      "please ",
      "no ",
      "dont ",
      "remove ",
      "stop sending ",
      "take ",
      "no quiero ",
      "por favor ",
    );
    const text = fc.tuple(openings, fc.oneof(repeated, mixed)).map((both) => both.join(""));
    fc.assert(
      fc.property(text, (message) => processorTime(() => asksToStop(message)) < 1000),
      { numRuns: inDepth(300, 60) },
    );
  });
});

const footer = "Reply STOP to unsubscribe from marketing messages.";
const offer = `Hi Ana, our fall special ends Friday. ${footer}`;

describe("what a text quotes asks for nothing", () => {
  test.each([
    // iPhone, in English and Spanish
    `Loved “${offer}”`,
    `Liked “${offer}”`,
    `Disliked “${offer}”`,
    `Laughed at “${offer}”`,
    `Emphasized “${offer}”`,
    `Questioned “${offer}”`,
    `Liked "${offer}"`,
    `Reacted 😂 to “${offer}”`,
    `Reacted with a sticker to “${offer}”`,
    `Removed a heart from “${offer}”`,
    `Removed an exclamation from “${offer}”`,
    "Disliked “Sorry, we will stop texting you”",
    "Loved “STOP”",
    `Loved “${offer.slice(0, 60)} Reply STOP to un…`,
    `Laughed at “Reply "STOP" to end our messages”`,
    `Le encantó “${offer}”`,
    `Le gustó “${offer}”`,
    `No le gustó “${offer}”`,
    `Le dio risa “${offer}”`,
    `Se rió de “${offer}”`,
    `Enfatizó “${offer}”`,
    `Cuestionó “${offer}”`,
    `Reaccionó con 👍 a “${offer}”`,
    `Quitó un corazón de “${offer}”`,
    `Le encantó «Responda ALTO para salir»`,
    // Android
    `👍 to “${offer}”`,
    `\u200a\u200b❤️\u200b to \u201c\u200a${offer}\u200a\u201d\u200a`,
    `👍🏽 to “${offer}”`,
    `👨‍👩‍👧 to “${offer}”`,
    `👍 removed from “${offer}”`,
    `👍 a “${offer}”`,
    `👍 à « ${offer} »`,
    // A phone in another language
    `Đã thích “${offer}”`,
    `赞了「${offer}」`,
    // Answers above or below what they answer
    `> ${footer}\nSee you then`,
    `> Hi Ana, our fall special ends Friday.\n> ${footer}\n\nSee you then`,
    `&gt; ${footer}\nSee you then`,
    `See you then\n\nOn Mon, Nov 2, 2026 at 3:14 PM Harbor Motors <mail@harbor.test> wrote:\n${offer}`,
    `Nos vemos\n\nEl lun, 2 nov 2026 a las 15:14, Harbor Motors escribió:\n${offer}`,
    `On Mon, Nov 2, 2026 at 3:14 PM Harbor Motors wrote:\n> ${offer}\n\nSee you then`,
    `See you then\n-----Original Message-----\n${offer}`,
    `“${offer}” See you then`,
    `See you then. You wrote: "${offer}"`,
  ])("%j", (message) => expect(inboundIntent(message)).toBeUndefined());

  test.each<[message: string, intent: InboundIntent]>([
    [`Liked “${offer}” STOP`, "stop"],
    [`> ${footer}\nSTOP`, "stop"],
    [`Stop\n\nOn Mon, Nov 2, 2026 at 3:14 PM Harbor Motors wrote:\n> ${offer}`, "stop"],
    [`On Mon, Nov 2, 2026 at 3:14 PM Harbor Motors wrote:\n> ${offer}\n\nStop`, "stop"],
    [`“${offer}” please stop texting me`, "asked"],
    ["“STOP”", "stop"],
    ['I said "stop texting me"', "asked"],
    ['My wife said "please do not ever text this number"', "asked"],
    ['How do I "unsubscribe"?', "asked"],
  ])("but what is said besides does: %j", (message, intent) => expect(inboundIntent(message)).toBe(intent));

  test("a reaction to anything asks for nothing", () => {
    const quoted = fc.oneof(fc.constantFrom(...table.map(([phrase]) => phrase)), fc.string({ maxLength: 80 }));
    const prefix = fc.constantFrom("Loved", "Disliked", "Reacted 🛑 to", "No le gustó", "👎 to", "Removed a like from");
    fc.assert(
      fc.property(
        prefix,
        quoted,
        (named, text) => inboundIntent(`${named} “${text.replace(/[”"“»„‟❞〞」』]/g, "")}”`, true) === undefined,
      ),
    );
  });
});

describe("a keyword in disguise", () => {
  test.each<[message: string, intent: InboundIntent]>([
    ["Stop\n\nSent from my iPhone", "stop"],
    ["Stop\r\nSent from my iPhone", "stop"],
    ["Stop Sent from my iPhone", "stop"],
    ["STOP\n\nEnviado desde mi iPhone", "stop"],
    ["Unsubscribe\n\nGet Outlook for Android", "stop"],
    ["STOP\n-- \nJohn Smith\nSmith Plumbing", "stop"],
    ["HELP\n\nSent from my iPhone", "help"],
    ["Start\nSent from my Galaxy", "start"],
    ["S T O P", "stop"],
    ["s-t-o-p", "stop"],
    ["S.T.O.P.", "stop"],
    ["S  T  O  P !", "stop"],
    ["O P T O U T", "stop"],
    ["STOP to end", "stop"],
    ["Stop 2 end", "stop"],
    ["STOP to unsubscribe from your messages", "stop"],
    ["Reply stop", "stop"],
    ["Reply STOP to unsubscribe", "stop"],
    ["Text STOP", "stop"],
    ["Responda ALTO para salir", "stop"],
    ["𝐒𝐓𝐎𝐏", "stop"],
    ["Ⓢⓣⓞⓟ", "stop"],
    ["🆂🆃🅾🅿", "stop"],
    ["ꜱᴛᴏᴘ", "stop"],
    ["S̶T̶O̶P̶", "stop"],
    ["Stóp", "stop"],
    ["ST\u3164OP", "stop"],
    ["\u0405\u0422\u041e\u0420", "stop"],
    ["S\u0422O\u0420", "stop"],
    ["s\u03c4\u03bf\u03c1", "stop"],
    ["🛑", "asked"],
    ["🛑🛑!", "asked"],
    ["⛔️", "asked"],
    ["Please reply stop", "asked"],
    ["I already texted STOP 3 times", "asked"],
    ["STOP\nJohn Smith", "asked"],
    ["Not buying a car.\nSTOP", "asked"],
    ["Sold it\n\nUnsubscribe", "asked"],
    ["s t o p texting me", "asked"],
    ["STOOOP", "asked"],
    ["st0p", "asked"],
    ["Sto p", "asked"],
    ["un subscribe", "asked"],
    ["STOP/END", "asked"],
    ["Arrêt", "asked"],
    ["СТОП", "asked"],
  ])("%j: %s", (message, intent) => expect(inboundIntent(message)).toBe(intent));

  test.each([
    "I said stop by Saturday",
    "Bus\nstop",
    "stop\nby Saturday",
    "C U R",
    "👍🛑 to go",
    "\n",
    "See you at 3\n\nSent from my iPhone",
    "I saw the sign: no stopping",
    "Can I text you the stop code?",
  ])("%j is none", (message) => expect(inboundIntent(message)).toBeUndefined());

  test("YES and an answer to a reminder may have a signature", () => {
    expect(saysYes("Yes!\n\nSent from my iPhone")).toBe(true);
    expect(saysYes("Sí")).toBe(true);
    expect(saysYes("Loved “Reply YES to get offers”")).toBe(false);
    expect(reminderAnswer("C\n\nSent from my iPhone")).toBe("confirm");
    expect(reminderAnswer("Liked “Reply C to confirm”")).toBeUndefined();
  });
});

describe("the carrier's word wins", () => {
  test.each(["ARRET", "Adios", "NO", "", "Liked “STOP”", "START", "Yes"])("over %j", (body) => {
    for (const keyword of ["stop", "start", "help"] as const)
      for (const optedOut of [true, false]) expect(intentOf({ body, carrierKeyword: keyword }, optedOut)).toBe(keyword);
  });

  test("without it the words count", () => {
    expect(intentOf({ body: "STOP" })).toBe("stop");
    expect(intentOf({ body: "Yes" }, true)).toBe("start");
    expect(intentOf({ body: "ARRET" })).toBe("asked");
  });
});

describe("an answer to a reminder", () => {
  test.each([
    ["C", "confirm"],
    [" c. ", "confirm"],
    ["C 👍", "confirm"],
    ["Confirmed!", "confirm"],
    ["confirmo", "confirm"],
    ["R", "change"],
    ["r!", "change"],
    ["Reschedule", "change"],
    ["Cambiar", "change"],
  ] as const)("%s means %s", (message, answer) => {
    expect(reminderAnswer(message)).toBe(answer);
    expect(inboundIntent(message)).toBeUndefined();
  });

  test.each(["", "C u then", "cr", "See you", "R you open Sunday?", "yes", "STOP", "change my oil", "cancel"])(
    "%j is none",
    (message) => {
      expect(reminderAnswer(message)).toBeUndefined();
    },
  );
});
