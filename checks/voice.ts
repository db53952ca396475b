import type { ShownText } from "./shownTexts.ts";

/** What no text that people read says, and what it says instead. */
const forbidden: readonly (readonly [words: RegExp, instead: string])[] = [
  [/\b(is|are|was|were|be|been|get|gets) told\b/i, '"notified", or what appears'],
  [/\bgone\b/i, '"deleted" or "closed"'],
  [/\b(it|which|that|list|appointments?) stands?\b/i, '"is"'],
  [/\bwhatever became of\b|\bwhat (becomes|became) of\b/i, '"any status" or "the result"'],
  [/\b(by|on) the clocks of\b/i, '"location time" or the name of the zone'],
  [/\bso many( times)?\b(?! )|\bso many (percent|customers|times)\b/i, '"minimum number" or "times the usual rate"'],
  [/\bon a usual day it is\b/i, '"usually … a day"'],
  [/^please login$/i, '"Sign in to continue"'],
  [/\bchosen\b/i, '"selected"'],
  [/\bcolour scheme\b|^color scheme$|\bas the device\b/i, '"Theme" and "System"'],
  [/\b(gave|give|gives) you a (chat|task)\b/i, '"assigned you"'],
  [/\banswered while you wrote\b/i, '"replied while you were typing"'],
  [/\bwhat is to be done\b/i, '"Task"'],
  [/\bnot needed any more\b|\bneeded no more\b/i, '"Dismiss"'],
  [/\bmade by a rule\b/i, '"Automatic"'],
  [/\b(look|looks|looked|looking) into (the |this |your |an? )?(account|\S+…)/i, '"View as client"'],
  [/\btake it back\b|\btook it back\b|\btaken back\b/i, '"cancel"'],
  [/\bring a bell\b/i, '"play a sound"'],
  [/\bhas to choose\b|\bhave to choose\b/i, '"must choose", or "required"'],
  [/\bcan have at most\b/i, '"can be up to"'],
  [/\bworks no more\b|\bno longer told\b/i, '"stops working" or "turned off"'],
  [/\bis not right\b/i, '"Incorrect …"'],
  [/\bthe owner of the account\b/i, '"the account owner"'],
  [/\bleft empty, the usual\b/i, '"Leave empty for the default"'],
  [/\blook like one person\b/i, '"No duplicates found"'],
  [/\b(leave out|taken out by hand|twice in the file)\b/i, '"Don\'t import", "Removed" or "Duplicate row"'],
  [/\bgo on with\b|\bto go on\b/i, '"continue" or "resume"'],
  [/\b(somebody|everybody|anybody)\b(?!['’]s\b)/i, '"someone", "everyone" or "anyone"'],
  [
    /\b\w*(colour|favour|behaviour|cancelled|cancelling|organis|recognis|authoris|licence|centre|catalogue|grey)\w*/i,
    "American spelling",
  ],
  [/\bmobile phone|\bpost code\b|\bwhilst\b|\bdiary\b/i, "American words"],
  [/\b(choose|go|move) with the arrows\b|\btake with enter\b/i, '"Arrow keys to move, Enter to insert"'],
  [/\bwhen you are back\b/i, '"when you reconnect"'],
  [/\bgo on in\b|\bgo through\b/i, '"continue in" or "next and previous"'],
  [/\bkept for this browser\b/i, '"Saved in this browser"'],
  [/\bit can be undone\b/i, '"You can undo this until …"'],
  [/\bkeep to the (points|rules)\b/i, '"I\'ve followed …"'],
  [/\b(something|anything) to settle\b/i, '"Tell us privately instead"'],
  [/\bwithin the last days\b/i, '"recently", or how many days'],
  [/\bthat gets texts\b/i, '"can receive texts"'],
  [/\bbefore (their|its|your) turn\b/i, '"not reached before …"'],
  [/\bdecide first\b/i, '"review first"'],
  [/\byour operator\b|\bGOOGLE_CLIENT_(ID|SECRET)\b(?=.*\b(set|sets|needs)\b)/, '"your administrator"'],
  [/\bin vain\b|\bwith a thumb\b|\band their relatives\b|\bshortest way\b/i, "one benefit, in a dealer's words"],
  [/\bwill build on\b|\bcomes next\b(?!\.)|\bcoming soon\b/i, "what works today"],
  [/\bwhoever\b/i, '"anyone who" or "the person who"'],
  [/\bby itself\b/i, '"automatically"'],
  [/\bfor good\b/i, '"permanently"'],
  [/\banew\b|\bfrom then on\b/i, '"again", "over" or "no longer"'],
  [/\bmails\b|\b(this|a|the) mail\b(?! server)/i, '"email"'],
  [/\bby themselves\b/i, '"automatically"'],
  [/\bhas a slip\b|\bone slip\b/i, '"typo"'],
  [/\bwithheld\b/i, '"private number"'],
  [/\bset-up\b/i, '"setup"'],
  [/\bany more\b/i, '"no longer"'],
  [/\bthose of them\b/i, '"of these"'],
  [/\bwhom\b/i, '"who", or a sentence without it'],
  [/\bthat there are\b/i, '"every …"'],
  [/\bstand for the default/i, '"uses the default"'],
  [/\bis still to come\b/i, '"is in the future"'],
  [/\blets? us in(to)?\b/i, '"we no longer have access"'],
  [/\b(must|has to) be settled\b/i, '"Fix this first"'],
  [/\bare forgotten\b/i, '"are discarded"'],
  [/\bunder way\b/i, '"in progress"'],
  [/\bthere is no such\b/i, '"Select …"'],
  [/\b(write|wrote|written) down\b/i, '"Enter …"'],
  [/\be-mail/i, '"email"'],
  [
    /\b[Pp]lease (choose|select|enter|type|give|say|tell|use|check|try|ask|wait|close|reload|load|pick|split|send|remove|delete|write|read|search|make|upload|shorten)\b/,
    "the verb without please",
  ],
];

/** Words of the specification, which stay to the letter, and texts that nobody reads. */
const exceptions: readonly (readonly [path: RegExp, text: RegExp, reason: string])[] = [
  [/^core\/failure\.ts$/, /^Please Login$/, "specified for a request without a session"],
  [/contract\.ts$/, /^Please select a customer$/, "specified"],
  [/contract\.ts$/, /^Please select at least 1 (list|customer)!$/, "specified"],
  [/contract\.ts$/, /^Please (type a note|select a tag) to add!$/, "specified"],
  [/^domains\/customers\/fields\.ts$/, /\borganisation\b/, "labels of columns in people's own files"],
  [/^domains\/inboundIntent\/rules\.ts$/, /\(\?:|\|/, "patterns of what customers write"],
  [/Store\.ts$|store\.ts$/, /^\w+ as \w+$/, "a name in SQL"],
];

/** Texts that sound translated or British, one sentence each. */
export function voiceViolations(texts: readonly ShownText[]): string[] {
  return texts.flatMap(({ path, line, text }) => {
    if (exceptions.some(([file, words]) => file.test(path) && words.test(text))) return [];
    const found = forbidden.map(([words, instead]) => [words.exec(text)?.[0], instead] as const);
    return found.flatMap(([words, instead]) =>
      words === undefined ? [] : [`${path}:${line} says "${words}" in "${text.slice(0, 100)}": write ${instead}.`],
    );
  });
}
