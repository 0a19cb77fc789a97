import {
  answer,
  assign,
  close,
  mail,
  note,
  priority,
  rate,
  reply,
  resolve,
  type Story,
  snooze,
  story,
  tag,
  team,
} from './story.ts'

const hour = 60
const day = 24 * hour

/** Conversations without a team, and those of the trade desk. */
export const desk: Story[] = [
  story(
    'support',
    'grace',
    'Thank you',
    7,
    mail(`I just wanted to say that Mila was wonderful on the phone today. My mother now reads by your lamp every evening.

Grace Achieng`),
  ),
  story(
    'support',
    'jack',
    'Do you have a shop in Lyon?',
    21,
    mail(
      `Hi, before I order, I’d like to see the Meridian in person. Is there a shop or a dealer near Lyon?`,
    ),
  ),
  story(
    'orders',
    'sofia',
    'Gift wrapping',
    33,
    mail(`Buongiorno, is gift wrapping possible for the small table lamp? It is for a birthday on the 28th.`),
  ),
  story(
    'support',
    'pavel',
    'Leaving a review',
    48,
    mail(`Where can I leave a review for the workbench light? It deserves five stars.`),
  ),
  story(
    'support',
    'petra',
    'Katalog per Post',
    70,
    mail(`Guten Tag, könnten Sie mir bitte den neuen Katalog per Post schicken? Meine Adresse haben Sie von der letzten Bestellung.

Petra Zimmermann`),
  ),
  story(
    'trade',
    'hanna',
    'Lamps for our second café',
    100,
    mail(
      `Hei, we’re opening a second café in spring and would like the same lamps as in the first one, about 20 of them. Could you send us a quote, and is there a trade price?`,
    ),
  ),
  story(
    'support',
    'lucia',
    'Foto del salón',
    150,
    mail(`¡Ya está colgada! Os mando una foto porque ha quedado preciosa.`, 0, ['photo_lamp']),
  ),
  story(
    'orders',
    'ines',
    'Two orders in one parcel',
    190,
    mail(`Olá, I ordered twice today (4830 and 4831). Could you ship both in one parcel?`),
  ),
  story(
    'support',
    'tomas',
    'Unsubscribe',
    230,
    mail(`Please unsubscribe me from the newsletter. The link at the bottom leads to a blank page.`),
    tag('leila', 'newsletter', 'bug'),
  ),
  story(
    'trade',
    'nadia',
    'Meeting about the spring collection',
    3 * hour,
    mail(
      `Hi Noor, shall we look at the spring collection together? Thursday at 10 would work for me; invitation attached.`,
      0,
      ['invite'],
    ),
    assign('noor'),
    reply(
      'noor',
      `Hi Nadia,

Thursday at 10 is perfect, and I’ve accepted the invitation. I’ll bring samples of the linen shades.

Noor`,
      35,
    ),
  ),
  story(
    'trade',
    'oscar',
    'Quote for 120 wall lights',
    7 * hour,
    mail(
      `Hello, for an office building we need 120 "Arc" wall lights in anthracite, delivered in two batches (March and May). The list is attached.`,
      0,
      ['orders_csv', 'floor_plan'],
    ),
    tag('noor', 'wholesale', 'vip'),
    assign('noor'),
    priority('noor', 'High'),
    note(
      'noor',
      `The margin allows 18% at this volume. Jonas, can the workshop make this many in anthracite by March?`,
    ),
    note('jonas', `Yes: 60 by mid-March, the rest by the end of April.`, 55),
    reply(
      'noor',
      `Hello Oscar,

Thank you for getting in touch. We can deliver 60 by mid-March and 60 by the end of April, at 18% below list price. I’ll send you a formal quote tomorrow.

Noor`,
      30,
    ),
  ),
  story(
    'trade',
    'amara',
    'Samples for the trade fair',
    18 * hour,
    mail(
      `Bonjour, could we borrow three Halo pendants for the trade fair in January? We would put your name next to them.`,
    ),
    tag('sam', 'wholesale'),
    assign('sam'),
    priority('sam', 'Low'),
    snooze('sam', 30, 40),
  ),
  story(
    'trade',
    'henrik',
    'Floor 3 first?',
    25 * hour,
    mail(`Hello Noor, the builders are ahead on floor 3. Could its 16 rooms come first?`),
    assign('noor'),
    reply(
      'noor',
      `Hello Henrik,

Yes, floor 3 ships first, on the 12th.

Noor`,
      60,
    ),
    answer(`Excellent. I told the site manager.`, 45),
  ),
  story(
    'support',
    'ben',
    'Is the oak certified?',
    100 * hour,
    mail(`Simple question: is the oak FSC certified?`),
    assign('leila'),
    reply(
      'leila',
      `Hi Ben,

Yes, all of it. The certificate number is on every box.

Leila`,
      17,
    ),
    resolve('leila'),
  ),
  story(
    'support',
    'keiko',
    'Newsletter twice',
    33 * hour,
    mail(`I get every newsletter twice, at this address and at my old one.`),
    tag('leila', 'newsletter'),
    assign('leila'),
    reply(
      'leila',
      `Hi Keiko,

I’ve removed the old address from the list.

Leila`,
      22,
    ),
    resolve('leila'),
    rate(4, 'Solved on the first try.', 300),
  ),
  story(
    'support',
    'omar',
    'Job application',
    44 * hour,
    mail(
      `Dear team, I am a carpenter with nine years of experience and love your furniture. Are you hiring?`,
    ),
    note('leila', `Forwarded to Katrin in the workshop.`),
    assign('leila'),
    reply(
      'leila',
      `Dear Omar,

Yes, we are! I’ve passed your email on to our workshop, and they’ll get back to you this week.

Leila`,
      90,
    ),
    resolve('leila'),
  ),
  story(
    'support',
    'goran',
    'Compliments to the driver',
    3 * day,
    mail(`Please tell the driver of the blue van that he saved our dinner party!`),
    tag('mila', 'feedback'),
    assign('mila'),
    reply(
      'mila',
      `Dear Goran,

We did, and he blushed.

Mila`,
      30,
    ),
    resolve('mila'),
    rate(5, 'Please keep him.', 20),
  ),
  story(
    'trade',
    'mateo',
    'Dealer login',
    4 * day,
    mail(`We need a second login for our warehouse. Same company, magazzino@rossi-luce.example.`),
    team('aiko', 'Technical'),
    assign('aiko'),
    reply(
      'aiko',
      `Ciao Mateo,

I’ve sent an invitation to that address.

Aiko`,
      26,
    ),
    resolve('aiko'),
    close('aiko', 2 * day),
  ),
  story(
    'support',
    'liam',
    'Just the lampshade?',
    6 * day,
    mail(`Can I buy only the shade of the Meridian? The cat had opinions about ours.`),
    tag('jonas', 'spare part'),
    assign('jonas'),
    reply(
      'jonas',
      `Hi Liam,

You can! It’s € 39 including shipping, and I’ve created an order link for you. Say hi to the cat.

Jonas`,
      40,
    ),
    answer(`Ordered. The cat shows no regret.`, 120),
    resolve('jonas'),
    rate(5, 'The cat approves.'),
  ),
  story(
    'support',
    'elif',
    'Teşekkürler',
    10 * day,
    mail(`Lamba harika, çok teşekkür ederim!`),
    assign('mila'),
    reply(
      'mila',
      `Rica ederiz, Elif Hanım! Güle güle kullanın.

Mila`,
      50,
    ),
    resolve('mila'),
    rate(5, 'Çok naziksiniz.', 40),
    close('mila', 3 * day),
  ),
  story(
    'support',
    'rosa',
    'Large print instructions',
    14 * day,
    mail(`Is there a version of the instructions in large print?`),
    tag('aiko', 'feedback'),
    assign('aiko'),
    reply(
      'aiko',
      `Hello Rosa,

There is now: it’s attached, and it’s on the website for everyone.

Aiko`,
      20 * hour,
      ['floor_plan'],
    ),
    answer(`That was quick. Thank you from all of us who hold things at arm’s length to read them.`, 60),
    resolve('aiko'),
    rate(4, 'A day was a long wait, but the answer was worth it.', 30),
  ),
]
