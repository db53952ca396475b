import { customer, nextDay, oneHour, type SampleConversation, staff } from "../sampleConversation.ts";

export const salesConversations: readonly SampleConversation[] = [
  {
    unread: 2,
    messages: [
      customer("Hi! Is the white 2022 Tacoma TRD on your site still there?"),
      staff(
        "Hi {name}, this is {me} at {rooftop}. Yes, it is! 31,000 miles, one owner, clean history. Want to see it?",
      ),
      customer("Nice. What's the out the door price if I'm paying cash?"),
      customer("And does it have the tow package?", 1),
    ],
  },
  {
    pinned: true,
    appointment: { title: "Pick up the Telluride", type: 0, inDays: 3, at: "16:30" },
    messages: [
      staff("Hi {name}, {me} from {rooftop}. Good news: the green Telluride SX you ordered is on the truck to us."),
      customer("Finally!! When can I have it?"),
      staff("It needs a day for inspection and detailing. How about {day} at {time}?"),
      customer("Perfect. Do I have to bring anything?"),
      staff("Driver license, proof of insurance and the second payment. Plates come by mail in about three weeks."),
      customer("Great, see you {day} 😊"),
      staff("See you then! I'll have it parked in front."),
    ],
  },
  {
    messages: [
      customer("hey do you guys have any used suvs under 20k"),
      staff("Hi {name}! Seven right now. Do you need three rows, or is five seats fine?"),
      customer("5 is fine. good on gas pls"),
      staff(
        "Then look at these: 2019 CR-V EX, 58k miles, $19,450, and 2020 Rogue SV, 49k miles, $18,900. Both about 30 mpg.",
      ),
      customer("the crv looks good. any accidents?"),
      staff("None reported, two owners, serviced here since 2021. I can send you the full history report."),
      customer("yes pls", oneHour),
      staff("Sent to your e-mail. Just text me when you want to drive it."),
    ],
  },
  {
    messages: [
      staff("Hi {name}, {me} at {rooftop}. You asked about the Civic Sport yesterday. Did you find what you needed?"),
      customer("Still comparing with the Corolla. What does the Civic have that it doesn't?", oneHour),
      staff("More rear legroom and a bigger trunk, 14.8 against 13.1 cubic feet. The Corolla wins a little on fuel."),
      customer("Ok thanks, I'll talk to my wife and let you know", 14),
    ],
  },
  {
    closed: "hand",
    messages: [
      customer("Is the red Mustang convertible sold?"),
      staff("Hi {name}, I'm sorry, it was sold this morning. We expect a blue one next week."),
      customer("Had my heart set on red. Thanks anyway!"),
      staff("I understand! I'll text you if a red one comes in."),
    ],
  },
  {
    appointment: { title: "Look at two minivans", type: 0, inDays: 2, at: "11:00" },
    messages: [
      customer("We have twins on the way and need a minivan quickly. What do you have?"),
      staff("Congratulations, {name}! Two Odysseys and a Pacifica are on the lot, from $27,900 to $36,400."),
      customer("Do any of them fit three car seats in the second row?"),
      staff("Both Odysseys do, I just tried it with the seats from our showroom."),
      customer("You're amazing. Can we come {day}?"),
      staff("Sure, {day} at {time}. Bring your car seats and try them yourself."),
    ],
  },
  {
    closed: "idle",
    messages: [
      customer("What's the wait time for a new hybrid Maverick?"),
      staff("About ten to twelve weeks from the order, {name}. A refundable deposit of $500 holds your place."),
      customer("Too long for me, my lease is up in 3 weeks"),
      staff("We could extend your lease month by month until it's here. Shall I find out the cost?"),
      customer("Let me think about it"),
    ],
  },
  {
    messages: [
      customer("Hola, ¿hablan español?"),
      staff("¡Hola {name}! Sí, claro. Soy {me} de {rooftop}. ¿En qué le puedo ayudar?"),
      customer("Busco una camioneta para mi negocio, de preferencia con poco kilometraje"),
      staff("Tenemos una Transit 2021 con 38,000 millas y una ProMaster 2020 con 51,000. ¿Le mando fotos por correo?"),
      customer("Si por favor. Y cuanto seria al mes?"),
      staff("Depende del enganche; con 10% serían unos $520 al mes. Le mando las dos cotizaciones hoy."),
    ],
  },
  {
    unread: 1,
    messages: [
      staff("Hi {name}, {me} at {rooftop}. The Outback you liked is $1,000 lower from today. Still interested?"),
      customer("Yes!! Please don't sell it, I can be there after work", 22),
    ],
  },
  {
    messages: [
      customer("Do you price match? Another store has the same Sorento for 800 less"),
      staff(
        "Hi {name}, if it's the same trim and it's really in stock there, my manager will look at it. Can you send me the quote?",
      ),
      customer("It's the EX, stock number on their page starts with K4", oneHour),
      staff(
        "Checked it: theirs has the smaller battery pack and no roof rails. With those it would be $350 more than ours.",
      ),
      customer("Huh. Good to know, thank you for being straight with me"),
      staff("Of course. I can put our offer in writing for you, good for a week."),
      customer("Please do", nextDay),
      staff("It's in your inbox now. Have a good evening, {name}!"),
    ],
  },
];
