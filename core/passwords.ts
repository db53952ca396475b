import type { FieldErrors } from "./failure.ts";
import { type FieldRule, inOrder, required } from "./fields.ts";

/** The most common passwords without trailing digits: words, names, keyboard walks. */
const favorites = new Set(
  `password passwort passw0rd passwd pass pass1 login welcome letmein admin administrator root guest user test tester
  testing default changeme change secret secure security access master manager owner dealer dealership service system
  support office company business internet computer server account temp temporary trustno hello hallo hola goodbye
  iloveyou ilove iloveu lovely loveme lovers love loveyou mylove sweet sweetheart sweetie honey baby babygirl babyboy
  angel angels princess prince queen king kingdom prettygirl beautiful gorgeous sunshine sunflower flower flowers
  butterfly rainbow moonlight starlight summer winter spring autumn january february march april june july august
  september october november december monday tuesday wednesday thursday friday saturday sunday weekend holiday christmas
  halloween birthday happy happyday smile forever freedom america american usa liberty patriot texas california florida
  newyork chicago boston dallas houston phoenix denver vegas london paris football baseball basketball hockey soccer
  softball tennis golf golfer fishing hunter hunting cowboy cowboys yankees lakers eagles steelers packers raiders
  broncos giants patriots redsox rangers tigers lions bears bulls panthers dolphins chargers warriors champion winner
  player gamer xbox playstation nintendo pokemon pikachu minecraft fortnite roblox mario zelda starwars skywalker
  startrek batman superman spiderman ironman wonderwoman avengers matrix hobbit gandalf merlin wizard dragon dragons
  shadow shadows killer ninja samurai pirate ranger soldier marine marines airforce army navy eagle
  falcon hawk tiger lion panther jaguar wolf wolves bear monkey donkey chicken dolphin turtle rabbit kitten kitty puppy
  doggie doggy buddy rocky lucky max bella daisy bailey charlie molly maggie sadie coco oreo oscar toby jack ginger
  pepper cookie cookies cupcake chocolate cheese banana orange apple apples peaches cherry strawberry pumpkin coffee
  whiskey vodka tequila corona budweiser mustang mustangs camaro corvette ferrari porsche mercedes toyota honda nissan
  chevy chevrolet ford dodge charger challenger silverado jeep wrangler harley yamaha suzuki kawasaki ducati tesla
  subaru mazda volvo audi bmw lexus truck trucks cars mycar car autos auto motor motors racing racer speed turbo diesel
  michael michelle jessica jennifer ashley amanda andrew anthony austin brandon brian daniel david dennis donald edward
  elizabeth eric george hannah heather jackson jacob james jason jasmine john johnny jordan jose joseph joshua justin
  karen kevin kimberly laura lauren linda lisa madison maria martin mary matthew melissa miguel monica morgan
  nathan nicholas nicole olivia patrick peter rachel rebecca richard robert robin ryan samantha sandra sarah scott
  sophie stephanie steven taylor thomas tyler vanessa veronica victoria vincent william zachary alexander alexandra
  alexis amber andrea angela barbara benjamin blessed blessing jesus jesuschrist christ church faith heaven godisgood
  grace praise trinity spirit music guitar piano metallica nirvana eminem beatles elvis rockstar rock hiphop dance dancer
  family mother mommy mom father daddy dad sister brother grandma grandpa friend friends bestfriend money rich million
  dollar diamond silver golden gold platinum crystal purple yellow green black white blue red pink thunder
  lightning storm hurricane tornado ocean island beach surfer snow snowman snowball fire blaze flame phantom ghost zombie
  vampire monster devil demon cyber hacker coder google facebook instagram twitter youtube amazon microsoft
  windows samsung iphone android linux oracle qwerty qwertz azerty qwert qwertyu qwertyui qwertyuiop asdf asdfg asdfgh
  asdfghj asdfghjkl zxcv zxcvb zxcvbn zxcvbnm qaz qazwsx qazwsxedc wsx edc zaq zaqxsw poiuy poiuytrewq lkjhgfdsa mnbvcxz
  1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 zaq12wsx zaq1zaq1 zaq1xsw2 q1w2e3 q1w2e3r4 q1w2e3r4t5
  q1w2e3r4t5y6 qwe123qwe asd123asd abc123abc a1b2c3 a1b2c3d4 a1b2c3d4e5 1a2b3c 1a2b3c4d abc abcd abcde abcdef abcdefg
  abcdefgh abcdefghi abcabc aabbcc xyz qwe qweasd qweasdzxc asdzxc zxc zxcasdqwe 123qwe 123qweasd 123abc 1234abcd
  1234qwer 12345qwert 123456a 123456q 12qw34er 12qwaszx p4ssw0rd rooftop rooftops`.split(/\s+/),
);

const digits = "01234567890123456789";
const backwards = [...digits].reverse().join("");
const fewCharacters = 3;

/** Undoes symbol-for-letter substitutions: `P@ssw0rd` becomes `password`. */
export const unmasked = (text: string) =>
  text.replace(
    /[@4301$5!7]/g,
    (symbol) => ({ "@": "a", 4: "a", 3: "e", 0: "o", 1: "i", $: "s", 5: "s", "!": "i" })[symbol] ?? "t",
  );

/** Up to four digits, or a run of them, with up to three symbols: what people append to satisfy password rules. */
function isUsualEnding(ending: string): boolean {
  const number = /^[\W_]{0,3}(\d*)[\W_]{0,3}$/.exec(ending)?.[1];
  if (number === undefined) return false;
  return number.length <= 4 || digits.includes(number) || backwards.includes(number) || new Set(number).size === 1;
}

/**
 * True for passwords that attackers try first: common words, also disguised or numbered, and repetitions of few
 * characters.
 */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  if (new Set(plain).size <= fewCharacters) return true;
  const starts = Array.from({ length: plain.length + 1 }, (_, length) => plain.slice(0, length));
  return starts.some((start) => {
    const isFavorite = start === "" || favorites.has(start) || favorites.has(unmasked(start));
    return isFavorite && isUsualEnding(plain.slice(start.length));
  });
}

/** For every new-password field, in addition to the rules on length and characters. */
export const commonPasswordRule: FieldRule<string> = [
  (value) => value === "" || !isCommonPassword(value),
  "This password is too common. Choose one that's harder to guess",
];

/** At least 8 characters, with an uppercase letter, a lowercase letter and a digit. */
export const hasRequiredCharacters = (value: string) =>
  value.length >= 8 && /\d/.test(value) && /[a-z]/.test(value) && /[A-Z]/.test(value);

/** The hint at a new-password field. */
export const passwordHint = "At least 8 characters, with an uppercase and a lowercase letter and a number";

/** A new password as owners choose it, at registration and after a reset. */
export function strongPassword() {
  const strong: FieldRule<string> = [
    (value) => value === "" || hasRequiredCharacters(value),
    "Password must be at least 8 characters, must contain at least 1 uppercase, 1 lowercase and 1 number",
  ];
  return required("Password is required", 200).check(inOrder(strong, commonPasswordRule));
}

/** Checks the second entry of a new password; it is never sent. */
export function confirmPasswordErrors(form: { password: string; confirm_password: string }): FieldErrors {
  return form.password === form.confirm_password ? {} : { confirm_password: "Passwords do not match" };
}
