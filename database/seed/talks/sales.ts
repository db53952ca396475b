import { anHour, nextDay, type Talk, they, we } from "../talk.ts";

export const salesTalks: readonly Talk[] = [
  {
    unread: 2,
    lines: [
      they("Hi! Is the white 2022 Tacoma TRD on your site still there?"),
      we("Hi {name}, this is {me} at {rooftop}. Yes, it is! 31,000 miles, one owner, clean history. Want to see it?"),
      they("Nice. What's the out the door price if I'm paying cash?"),
      they("And does it have the tow package?", 1),
    ],
  },
  {
    pinned: true,
    visit: { title: "Pick up the Telluride", type: 0, inDays: 3, at: "16:30" },
    lines: [
      we("Hi {name}, {me} from {rooftop}. Good news: the green Telluride SX you ordered is on the truck to us."),
      they("Finally!! When can I have it?"),
      we("It needs a day for inspection and detailing. How about {day} at {time}?"),
      they("Perfect. Do I have to bring anything?"),
      we("Driver license, proof of insurance and the second payment. Plates come by mail in about three weeks."),
      they("Great, see you {day} 😊"),
      we("See you then! I'll have it parked in front."),
    ],
  },
  {
    lines: [
      they("hey do you guys have any used suvs under 20k"),
      we("Hi {name}! Seven right now. Do you need three rows, or is five seats fine?"),
      they("5 is fine. good on gas pls"),
      we(
        "Then look at these: 2019 CR-V EX, 58k miles, $19,450, and 2020 Rogue SV, 49k miles, $18,900. Both about 30 mpg.",
      ),
      they("the crv looks good. any accidents?"),
      we("None reported, two owners, serviced here since 2021. I can send you the full history report."),
      they("yes pls", anHour),
      we("Sent to your e-mail. Just text me when you want to drive it."),
    ],
  },
  {
    lines: [
      we("Hi {name}, {me} at {rooftop}. You asked about the Civic Sport yesterday. Did you find what you needed?"),
      they("Still comparing with the Corolla. What does the Civic have that it doesn't?", anHour),
      we("More rear legroom and a bigger trunk, 14.8 against 13.1 cubic feet. The Corolla wins a little on fuel."),
      they("Ok thanks, I'll talk to my wife and let you know", 14),
    ],
  },
  {
    closed: "hand",
    lines: [
      they("Is the red Mustang convertible sold?"),
      we("Hi {name}, I'm sorry, it was sold this morning. We expect a blue one next week."),
      they("Had my heart set on red. Thanks anyway!"),
      we("I understand! I'll text you if a red one comes in."),
    ],
  },
  {
    visit: { title: "Look at two minivans", type: 0, inDays: 2, at: "11:00" },
    lines: [
      they("We have twins on the way and need a minivan quickly. What do you have?"),
      we("Congratulations, {name}! Two Odysseys and a Pacifica are on the lot, from $27,900 to $36,400."),
      they("Do any of them fit three car seats in the second row?"),
      we("Both Odysseys do, I just tried it with the seats from our showroom."),
      they("You're amazing. Can we come {day}?"),
      we("Sure, {day} at {time}. Bring your car seats and try them yourself."),
    ],
  },
  {
    closed: "idle",
    lines: [
      they("What's the wait time for a new hybrid Maverick?"),
      we("About ten to twelve weeks from the order, {name}. A refundable deposit of $500 holds your place."),
      they("Too long for me, my lease is up in 3 weeks"),
      we("We could extend your lease month by month until it's here. Shall I find out the cost?"),
      they("Let me think about it"),
    ],
  },
  {
    lines: [
      they("Hola, ¿hablan español?"),
      we("¡Hola {name}! Sí, claro. Soy {me} de {rooftop}. ¿En qué le puedo ayudar?"),
      they("Busco una camioneta para mi negocio, de preferencia con poco kilometraje"),
      we("Tenemos una Transit 2021 con 38,000 millas y una ProMaster 2020 con 51,000. ¿Le mando fotos por correo?"),
      they("Si por favor. Y cuanto seria al mes?"),
      we("Depende del enganche; con 10% serían unos $520 al mes. Le mando las dos cotizaciones hoy."),
    ],
  },
  {
    unread: 1,
    lines: [
      we("Hi {name}, {me} at {rooftop}. The Outback you liked is $1,000 lower from today. Still interested?"),
      they("Yes!! Please don't sell it, I can be there after work", 22),
    ],
  },
  {
    lines: [
      they("Do you price match? Another store has the same Sorento for 800 less"),
      we(
        "Hi {name}, if it's the same trim and it's really in stock there, my manager will look at it. Can you send me the quote?",
      ),
      they("It's the EX, stock number on their page starts with K4", anHour),
      we(
        "Checked it: theirs has the smaller battery pack and no roof rails. With those it would be $350 more than ours.",
      ),
      they("Huh. Good to know, thank you for being straight with me"),
      we("Of course. I can put our offer in writing for you, good for a week."),
      they("Please do", nextDay),
      we("It's in your inbox now. Have a good evening, {name}!"),
    ],
  },
];
