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

export const shipping: Story[] = [
  story(
    'orders',
    'goran',
    'Parcel shows delivered, nothing here',
    14,
    mail(`Hello,

The tracking page says my parcel was delivered yesterday at 14:12, but there is nothing here. I checked with both neighbours and the front desk.

Order 4806. Can you find out where it went?

Goran`),
    team('jonas', 'Shipping'),
    tag('jonas', 'lost parcel'),
    assign('mila'),
    reply(
      'mila',
      `Hello Goran,

I’ve opened an investigation with the carrier; they have until noon tomorrow to reply. If it doesn’t turn up, I’ll send you a new one the same day.

Mila`,
      22,
    ),
    answer(
      `I checked with both neighbours and the front desk again today. Still nothing, and the signature on the proof of delivery is not mine.`,
      19 * hour,
    ),
  ),
  story(
    'orders',
    'keiko',
    'Can I change the delivery address?',
    38,
    mail(
      `Hi, I moved last weekend and order 4818 still has my old address. The new one is Prinsengracht 88. Has it shipped yet?`,
    ),
    team('leila', 'Shipping'),
    assign('mila'),
    reply(
      'mila',
      `Hi Keiko,

Done! It will leave the warehouse tomorrow morning for the new address.

Mila`,
      16,
    ),
  ),
  story(
    'orders',
    'elif',
    'Size exchange, order 4790',
    5 * hour,
    mail(
      `Merhaba, the shade is lovely but too small for our table. Would the blue one in M be in stock by Friday?`,
    ),
    team('leila', 'Shipping'),
  ),
  story(
    'orders',
    'liam',
    'Box arrived open',
    75,
    mail(
      `The courier handed me a box that was torn open at one side. The lamp inside looks fine, but the bulb is missing. Photo attached.`,
      0,
      ['photo_box'],
    ),
    team('jonas', 'Shipping'),
    tag('jonas', 'damaged'),
    assign('jonas'),
    reply(
      'jonas',
      `Hi Liam,

Sorry about that! A new bulb is on its way and should arrive in two days. Please let us know if you find any scratches on the lamp.

Jonas`,
      18,
    ),
    answer(`Great, thanks. The lamp works with an old bulb, and I can’t see any scratches.`, 50),
  ),
  story(
    'orders',
    'hanna',
    'Delivery on Saturday?',
    4 * hour,
    mail(
      `Hei! We’re a café and closed on Mondays, when your carrier usually comes. Is Saturday delivery possible for order 4822?`,
    ),
    team('mila', 'Shipping'),
    tag('mila', 'delivery date'),
    assign('mila', 'leila'),
    reply(
      'leila',
      `Hei Hanna,

Saturday works in your area, between 9 am and 1 pm. I’ve booked it at no extra cost.

Leila`,
      30,
    ),
    snooze('leila', 40),
  ),
  story(
    'orders',
    'omar',
    'Missing screws in the Oak Line shelf',
    7 * hour,
    mail(
      `Hello, the bag with the screws (part C) was not in the box. Everything else is there. I can’t finish the shelf without it.`,
      0,
      ['photo_shelf'],
    ),
    team('jonas', 'Shipping'),
    tag('jonas', 'spare part', 'assembly'),
    assign('jonas'),
    note(
      'jonas',
      `Third one this week from the same batch (lot 22-B). Told the warehouse to check the rest.`,
    ),
    reply(
      'jonas',
      `Hello Omar,

We sent you a bag C today by letter post, so you should have it the day after tomorrow. Sorry to leave you with half a shelf!

Jonas`,
      12,
    ),
  ),
  story(
    'orders',
    'petra',
    'Paket seit 6 Tagen im Verteilzentrum',
    11 * hour,
    mail(`Guten Tag,

laut Sendungsverfolgung liegt mein Paket (Bestellung 4777) seit sechs Tagen im Verteilzentrum Leipzig. Können Sie bitte nachfragen?

Mit freundlichen Grüßen
Petra Zimmermann`),
    team('mila', 'Shipping'),
    tag('mila', 'lost parcel'),
    assign('jonas'),
    reply(
      'jonas',
      `Guten Tag Frau Zimmermann,

ich habe beim Paketdienst eine Nachforschung gestellt. Spätestens am Donnerstag wissen wir mehr; sollte es verloren sein, schicken wir sofort ein neues.

Viele Grüße
Jonas Weber`,
      65,
    ),
    answer(`Vielen Dank! Heute steht dort „In Zustellung", es scheint sich zu bewegen.`, 15 * hour),
  ),
  story(
    'orders',
    'freya',
    'Wrong colour delivered',
    22 * hour,
    mail(
      `Hej, I ordered the sage green pendant and received the white one. Order 4769. I would like to swap it.`,
    ),
    team('mila', 'Shipping'),
    tag('mila', 'return'),
    assign('mila'),
    reply(
      'mila',
      `Hej Freya,

Our mistake. The green one ships today. Please put the white one back in its box, and the courier will collect it when they deliver the new one.

Mila`,
      44,
      ['label'],
    ),
    resolve('mila'),
  ),
  story(
    'orders',
    'pavel',
    'Customs form for Switzerland',
    30 * hour,
    mail(
      `Good day, I would like the parcel sent to my workshop in Zürich. Do you fill in the customs form, or do I?`,
    ),
    team('leila', 'Shipping'),
    assign('leila'),
    reply(
      'leila',
      `Good day Pavel,

We do, and the carrier collects Swiss VAT from you on delivery. It usually adds two days.

Leila`,
      55,
    ),
    answer(`Got it, thank you. Please send order 4781 there, then.`, 70),
    note('leila', `Address changed in the order system.`),
    reply(
      'leila',
      `Good day Pavel,

It is on its way to Zürich.

Leila`,
      20,
    ),
    resolve('leila'),
    rate(5, '', 240),
  ),
  story(
    'orders',
    'lucia',
    '¿Cuándo llega mi pedido?',
    46 * hour,
    mail(
      `Hola, hice el pedido 4758 hace nueve días y todavía no tengo fecha de entrega. ¿Me pueden decir algo?`,
    ),
    team('mila', 'Shipping'),
    tag('mila', 'delivery date'),
    assign('leila'),
    reply(
      'leila',
      `Hola Lucía,

perdona la espera: la mesa sale del taller el jueves y te llega el lunes. Te llamará el transportista una hora antes.

Leila`,
      80,
    ),
    resolve('leila'),
    rate(2, 'Nueve días sin noticias son demasiados.', 60),
  ),
  story(
    'orders',
    'viktor',
    'Return label please',
    3 * day,
    mail(
      `Hello, I would like to return the desk lamp (order 4741), it doesn’t fit the desk. Please send a label.`,
    ),
    team('mila', 'Shipping'),
    tag('mila', 'return'),
    assign('mila'),
    reply(
      'mila',
      `Hello Viktor,

The label is attached. You can drop the parcel off at any post office, and we’ll refund you within two days of receiving it.

Mila`,
      20,
      ['label'],
    ),
    answer(`Sent today, and I kept the receipt. Thanks!`, 26 * hour),
    resolve('mila'),
    rate(4, 'Easy. A printed label in the box would be even easier.'),
  ),
  story(
    'orders',
    'nadia',
    'Pallet for the showroom',
    5 * day,
    mail(`Hi, do you need a tail-lift lorry for a pallet of 12 floor lamps? Our street is narrow.`),
    team('jonas', 'Shipping'),
    tag('jonas', 'wholesale'),
    assign('jonas'),
    reply(
      'jonas',
      `Hi Nadia,

A small van with a tail lift is enough. We’ve noted the narrow street for the driver.

Jonas`,
      33,
    ),
    resolve('jonas'),
    close('jonas', 2 * day),
  ),
  story(
    'orders',
    'grace',
    'Delivered to the neighbour by mistake',
    8 * day,
    mail(
      `It turned up! My neighbour had it all along. Please ignore my phone call from this morning, and thank you for your patience.`,
    ),
    team('mila', 'Shipping'),
    tag('mila', 'lost parcel'),
    assign('mila'),
    reply(
      'mila',
      `Wonderful news, Grace. Enjoy the lamp!

Mila`,
      9,
    ),
    resolve('mila'),
    rate(5, 'Mila is a treasure.', 12),
  ),
  story(
    'orders',
    'oscar',
    'Delivery to a building site',
    90,
    mail(
      `Hello, the twelve wall lights for our office project should go straight to the site. Is it possible to put a contact person on the label? A plan of the entrance is attached.`,
      0,
      ['floor_plan'],
    ),
    priority('mila', 'Medium'),
  ),
]
