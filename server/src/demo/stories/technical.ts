import { bankStatementMail, forwardedChain, newsletterMail } from './html-emails.ts'
import {
  answer,
  assign,
  close,
  mail,
  note,
  page,
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

export const technical: Story[] = [
  story(
    'trade',
    'mateo',
    'API returns 422 for valid VAT numbers',
    hour,
    mail(`Ciao,

Your stock API has been returning 422 for our orders since this morning, although the VAT number is valid (checked in VIES).

Here is the request id and the full response body:

    request id: 7f1c-22ab
    {"error":"vat_number","message":"format not recognised"}

We have 14 orders waiting. Mateo`),
    team('aiko', 'Technical'),
    tag('aiko', 'api', 'bug'),
    priority('aiko', 'High'),
    assign('aiko'),
    note(
      'aiko',
      `Italian numbers with the country prefix have been failing since last night's release. A fix is in review.`,
      20,
    ),
    reply(
      'aiko',
      `Ciao Mateo,

Found it: since last night we've been rejecting Italian numbers with the "IT" prefix. A fix goes out this afternoon. Until then, sending the number without the prefix works.

Aiko`,
      12,
    ),
    answer(
      `Confirmed, it works without the prefix. Eleven of the fourteen went through; I'll send the rest tonight.`,
      25,
    ),
  ),
  story(
    'support',
    'rosa',
    'Accessibility of the checkout page',
    26 * hour,
    mail(`Hello,

I use VoiceOver, and on your checkout page the payment buttons are all read as "button, button, button". I managed in the end by guessing, but others may give up.

I am happy to test a new version if that helps.

Rosa`),
    team('jonas', 'Technical'),
    tag('jonas', 'bug', 'feedback'),
    assign('aiko'),
    priority('aiko', 'Medium'),
    reply(
      'aiko',
      `Hello Rosa,

Thank you, this is exactly what we need to know, and I'm sorry you had to guess. The buttons will get proper names in this week's release. May I contact you on Friday for a test?

Aiko`,
      90,
    ),
    answer(`Sure, Friday works for me.`, 40),
    snooze('aiko', 50),
  ),
  story(
    'support',
    'hanna',
    'Lamp flickers after a week',
    6 * hour,
    mail(
      `Hi, our Meridian floor lamp started to flicker after a week, mostly in the evening. We tried another bulb. What else can we do?`,
      0,
      ['photo_lamp'],
    ),
    team('jonas', 'Technical'),
    tag('jonas', 'flicker', 'warranty'),
    assign('aiko'),
    reply(
      'aiko',
      `Hi Hanna,

Is it connected to a dimmer? The first Meridians don't work well with older ones. If you can, try it without a dimmer for one evening.

Aiko`,
      45,
    ),
    answer(`Yes, there is a dimmer! Without it there is no flicker at all. So what now?`, 5 * hour),
  ),
  story(
    'support',
    'yusuf',
    'Assembly instructions for the Oak Line desk',
    8 * hour,
    mail(`The booklet shows step 7 twice and step 8 is missing. Could you send the right one?`),
    team('jonas', 'Technical'),
    tag('jonas', 'assembly'),
    assign('jonas'),
    reply(
      'jonas',
      `Hi Yusuf,

Good catch! Here's the corrected booklet. In short: step 8 is the crossbar, countersunk side down.

Jonas`,
      25,
      ['floor_plan'],
    ),
    resolve('jonas'),
    rate(1, 'The wrong booklet cost me an evening.', 45),
    reply(
      'jonas',
      `Hi Yusuf,

That shouldn't have happened, and I'm sorry. A voucher for your next order is on its way, and the printed booklets are being replaced today.

Jonas`,
      35,
    ),
    resolve('jonas'),
  ),
  story(
    'support',
    'ben',
    'App shows yesterday’s stock',
    10 * hour,
    mail(`On my phone the app says the Halo is in stock, the website says sold out. Which is true?`),
    team('aiko', 'Technical'),
    tag('aiko', 'bug'),
  ),
  story(
    'support',
    'nadia',
    'Fwd: Colour temperature of the Halo',
    13 * hour,
    page(forwardedChain()),
    team('jonas', 'Technical'),
    assign('jonas'),
    note(
      'jonas',
      `The 2024 data sheet is wrong: the Halo is 2700 K. I've asked Mila to replace it on the website.`,
      30,
    ),
  ),
  story(
    'support',
    'clara',
    'Our November newsletter: 20% off pendants',
    16 * hour,
    page(newsletterMail()),
    tag('leila', 'newsletter'),
  ),
  story(
    'support',
    'dina',
    'Your payment confirmation',
    20 * hour,
    page(bankStatementMail(), 0, ['statement']),
    team('sam', 'Billing'),
    tag('sam', 'invoice'),
    assign('sam'),
  ),
  story(
    'support',
    'wei',
    'Warranty for a lamp bought abroad',
    28 * hour,
    mail(
      `Hello, I bought a Meridian in your shop in Lisbon and live in Taipei now. Does the warranty still apply?`,
    ),
    team('aiko', 'Technical'),
    tag('aiko', 'warranty'),
    assign('aiko'),
    reply(
      'aiko',
      `Hello Wei,

Yes, it applies everywhere. We send parts free of charge; you would only need to pay for shipping if it has to be repaired in our workshop.

Aiko`,
      120,
    ),
    resolve('aiko'),
    rate(5, 'From Lisbon to Taipei, and still looked after.', 500),
  ),
  story(
    'support',
    'oscar',
    'Dimmer that fits the Meridian',
    2 * day,
    mail(`Which dimmers do you recommend for eight Meridian lamps on one circuit?`),
    team('jonas', 'Technical'),
    assign('aiko'),
    reply(
      'aiko',
      `Hello Oscar,

Trailing-edge ones from 3 W upwards, with at most ten lamps each. We've had good results with two brands; I've added the list below.

Aiko`,
      75,
    ),
    answer(`Very helpful. Do they fit into a deep wall box?`, 300),
    reply(
      'aiko',
      `Hello Oscar,

Both do, with room to spare for the wires.

Aiko`,
      50,
    ),
    resolve('aiko'),
    rate(4, 'A list of brands, just what I needed.'),
  ),
  story(
    'support',
    'freya',
    'Password reset email doesn’t arrive',
    80 * hour,
    mail(`I tried three times, but nothing arrives, not even in spam.`),
    team('aiko', 'Technical'),
    tag('aiko', 'bug'),
    assign('aiko'),
    note('aiko', `There was a typo in her address in our system: nielsenhjem.exmaple. Fixed.`, 10),
    reply(
      'aiko',
      `Hej Freya,

There was a typo in your address. I've fixed it, so please try again.

Aiko`,
      2,
    ),
    answer(`Works! Tak :)`, 15),
    resolve('aiko'),
    rate(5, 'Works, and friendly people.', 15),
  ),
  story(
    'support',
    'viktor',
    'CE certificate of the wall light',
    6 * day,
    mail(`For a public building we need the CE certificate and the glow-wire test of the wall light "Arc".`),
    team('jonas', 'Technical'),
    assign('jonas'),
    reply(
      'jonas',
      `Hello Viktor,

Both are attached.

Jonas`,
      240,
      ['invoice'],
    ),
    resolve('jonas'),
    rate(3, 'The right documents, but it took all morning.', 130),
    close('jonas', 2 * day),
  ),
  story(
    'support',
    'amara',
    'Lamp hums quietly',
    11 * day,
    mail(`It's a very quiet hum, but I can hear it in the bedroom. Is that normal?`),
    team('aiko', 'Technical'),
    tag('aiko', 'warranty'),
    assign('aiko'),
    reply(
      'aiko',
      `Hello Amara,

It shouldn't hum. We're sending you a new driver, which you can plug in without tools. If it still hums after that, we'll replace the lamp.

Aiko`,
      100,
    ),
    answer(`The new driver has arrived. Can the old one go in the bin?`, 4 * day),
    reply(
      'aiko',
      `Hello Amara,

Please recycle it where you take old batteries, or send it back to us with the label in the box.

Aiko`,
      23 * hour,
    ),
    answer(`Silence, since yesterday evening! Thank you.`, 90),
    resolve('aiko'),
    rate(5, 'Silence!', 70),
  ),
]
