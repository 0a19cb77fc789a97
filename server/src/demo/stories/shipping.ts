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

the tracking page says my parcel was delivered yesterday at 14:12, but there is nothing here. I checked with both neighbours and the front desk.

Order 4806. Can you find out where it went?

Goran`),
    team('jonas', 'Shipping'),
    tag('jonas', 'lost parcel'),
    assign('mila'),
    reply(
      'mila',
      `Hello Goran,

I have opened a search with the carrier; they have until tomorrow noon to answer. If it does not turn up I send a new one the same day.

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
      `Hi, I moved last weekend and the order 4818 still has my old address. The new one is Prinsengracht 88. Has it left already?`,
    ),
    team('leila', 'Shipping'),
    assign('mila'),
    reply(
      'mila',
      `Hi Keiko,

done! It will leave the warehouse tomorrow morning for the new address.

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
      `The courier handed me a box that was torn open at one side. The lamp inside looks alright but the bulb is missing. Photo attached.`,
      0,
      ['photo_box'],
    ),
    team('jonas', 'Shipping'),
    tag('jonas', 'damaged'),
    assign('jonas'),
    reply(
      'jonas',
      `Hi Liam,

sorry for the rough journey. A bulb is on its way to you (2 days), and please tell us if the lamp shows any scratch once you switch it on.

Jonas`,
      18,
    ),
    answer(`Bulb noted, thanks. Lamp works with an old bulb, no scratches that I can see.`, 50),
  ),
  story(
    'orders',
    'hanna',
    'Delivery on Saturday?',
    4 * hour,
    mail(
      `Hei! We are a café and closed on Mondays when your carrier usually comes. Is Saturday delivery possible for order 4822?`,
    ),
    team('mila', 'Shipping'),
    tag('mila', 'delivery date'),
    assign('mila', 'leila'),
    reply(
      'leila',
      `Hei Hanna,

Saturday works in your area between 9 and 13. I have booked it, no extra cost.

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
      `Hello, the bag with the screws (part C) was not in the box. Everything else is there. I cannot finish the shelf without it.`,
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

a bag C left today by letter post, you should have it the day after tomorrow. Sorry that you have to wait with half a shelf in the room!

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

our mistake. The green one leaves today. Please put the white one back into its box, the courier who brings the new one takes it along.

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
      `Good day, I would like the parcel sent to my workshop in Zürich. Do you fill in the customs form or do I?`,
    ),
    team('leila', 'Shipping'),
    assign('leila'),
    reply(
      'leila',
      `Good day Pavel,

we do, and the carrier collects Swiss VAT from you at delivery. It usually adds two days.

Leila`,
      55,
    ),
    answer(`Clear, thank you. Then please send order 4781 there.`, 70),
    note('leila', `Address changed in the order system.`),
    reply(
      'leila',
      `Good day Pavel,

it is on its way to Zürich.

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
      `Hello, I would like to return the desk lamp (order 4741), it does not fit the desk. Please send a label.`,
    ),
    team('mila', 'Shipping'),
    tag('mila', 'return'),
    assign('mila'),
    reply(
      'mila',
      `Hello Viktor,

the label is attached. Any post office takes it, and the refund follows two days after it reaches us.

Mila`,
      20,
      ['label'],
    ),
    answer(`Sent today, receipt kept. Thanks.`, 26 * hour),
    resolve('mila'),
    rate(4, 'Easy. A printed label in the box would be easier still.'),
  ),
  story(
    'orders',
    'nadia',
    'Pallet for the showroom',
    5 * day,
    mail(`Hi, is a tail-lift lorry needed for a pallet of 12 floor lamps? Our street is narrow.`),
    team('jonas', 'Shipping'),
    tag('jonas', 'wholesale'),
    assign('jonas'),
    reply(
      'jonas',
      `Hi Nadia,

a small van with tail-lift does it, we noted the narrow street for the driver.

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
      `It turned up! My neighbour had it all along. Please ignore my phone call of this morning, and thank you for your patience.`,
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
      `Hello, the twelve wall lights for our office project should go straight to the site. Is it possible to name a contact person on the label? Plan of the entrance attached.`,
      0,
      ['floor_plan'],
    ),
    priority('mila', 'Medium'),
  ),
]
