import {
  answer,
  assign,
  close,
  failed,
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

export const billing: Story[] = [
  story(
    'support',
    'ada',
    'Charged twice for order 4811',
    2,
    mail(
      `Hello,

I ordered a lamp on Monday (order 4811) and my card was charged twice, € 89.00 each time. The bank says both went through.

Could you refund one of them? Statement attached.

Kind regards,
Ada Brandt`,
      0,
      ['statement'],
    ),
    team('sam', 'Billing'),
    tag('sam', 'refund', 'double charge'),
    assign('noor'),
    priority('noor', 'High'),
    note('noor', `Second charge is a duplicate capture, see the payment log. @Sam can you release it today?`),
    reply(
      'noor',
      `Hi Ada,

Sorry about that. You were charged twice by mistake; I have asked for the second charge to be released. It should be back on your card within two working days.

Warm regards,
Noor`,
      3,
    ),
    answer(
      `Thank you for looking into it so quickly. The second charge is still pending at my bank, should I do anything?

Ada`,
      32,
    ),
  ),
  story(
    'support',
    'dina',
    'Invoice for September with the new VAT id',
    2 * hour,
    mail(`Dear team,

Our VAT id changed on 1 September. Could you send the September invoice again with the new one? It is NL 8044.22.118.B01; our company name and address stay the same.

Thank you,
Dina Volkova
Northlight Studios`),
    team('leila', 'Billing'),
    tag('leila', 'invoice'),
    assign('leila', 'sam'),
    reply(
      'sam',
      `Dear Dina,

The corrected invoice is attached. The old one is cancelled, so please use only this one for your books.

Best,
Sam`,
      50,
      ['invoice'],
    ),
  ),
  story(
    'support',
    'tomas',
    'Gift card balance is wrong after return',
    3 * hour,
    mail(`Hi!

I returned a table lamp that I had paid for with a gift card. The card ends in 2207 and the shop told me to expect € 45 back on it, but the balance page still shows € 5.

Is there a delay?

/Tomás`),
    team('sam', 'Billing'),
    tag('sam', 'gift card', 'return'),
  ),
  story(
    'orders',
    'yusuf',
    'Can I still pay by bank transfer?',
    5 * hour,
    mail(
      `Good afternoon, I would like to order two Oak Line shelves but prefer not to use a card online. Can I pay by transfer, and how long will you hold the goods?`,
    ),
    team('leila', 'Billing'),
    assign('leila'),
    reply(
      'leila',
      `Good afternoon Yusuf,

Yes, of course. Choose "Bank transfer" in the last step. We’ll hold the shelves for seven days and ship them on the day your payment arrives.

Leila`,
    ),
    answer(`Perfect, I have just placed the order. It is number 4829.`, 95),
  ),
  story(
    'support',
    'clara',
    'Remboursement partiel',
    9 * hour,
    mail(
      `Bonjour,

j'ai reçu la suspension « Halo » avec une petite rayure sur le bord. Je souhaite la garder, mais un geste commercial serait apprécié. Est-ce possible ?

Bien cordialement,
Clara Fontaine`,
      0,
      ['photo_lamp'],
    ),
    team('sam', 'Billing'),
    tag('sam', 'refund', 'damaged'),
    assign('noor'),
    note('noor', `Scratch is on the upper rim, barely visible once it hangs. I’d offer 15%.`),
    reply(
      'noor',
      `Bonjour Clara,

merci pour la photo, et pardon pour cette rayure. Nous vous remboursons 15 % du prix, soit € 28,50, si vous gardez la suspension. Cela vous convient-il ?

Bien à vous,
Noor`,
      40,
    ),
    answer(`C'est parfait, merci beaucoup pour votre rapidité !`, 130),
    resolve('noor'),
  ),
  story(
    'trade',
    'henrik',
    'Payment terms for the hotel project',
    26 * hour,
    mail(`Hello,

For the refurbishment of our 64 rooms we would need to pay in three parts: on order, on delivery, and 30 days after. Would that work for you?

Henrik Dahl
Hotell Fjell`),
    team('noor', 'Billing'),
    tag('noor', 'wholesale', 'vip'),
    assign('noor'),
    priority('noor', 'High'),
    note('noor', `Finance agrees to 40/40/20. Ask for the delivery dates before we sign.`, 90),
    reply(
      'noor',
      `Hello Henrik,

Three parts are fine: 40% on order, 40% on delivery, 20% after 30 days. If you send me the delivery dates for each floor, I’ll add them to the contract.

Noor`,
      20,
    ),
    snooze('noor', 68),
  ),
  story(
    'support',
    'ben',
    'Discount code did not work',
    31 * hour,
    mail(`The code AUTUMN10 said "not valid for items in your basket" but everything in it was full price??`),
    team('sam', 'Billing'),
    assign('sam'),
    reply(
      'sam',
      `Hi Ben,

The code needs a basket of € 50 or more, and yours was at € 47.90. The message should make that clearer, and I’ve passed that on. I’ve taken 10% off manually; you’ll see it on your statement.

Sam`,
    ),
    answer(`Ha, fair enough. Thanks Sam, that’s very kind.`, 12),
    resolve('sam'),
    rate(5, 'Honest, quick and friendly.'),
  ),
  story(
    'support',
    'ines',
    'Refund not arrived after 10 days',
    2 * day,
    mail(
      `Olá, my return arrived at your warehouse on the 8th according to tracking, and I still have no refund. Order 4702.`,
    ),
    team('leila', 'Billing'),
    tag('leila', 'refund', 'return'),
    assign('leila'),
    priority('leila', 'Medium'),
    failed(
      'leila',
      `Hello Inês,

We issued the refund of € 129 yesterday. With your card, it can take up to five working days to show up.

Leila`,
      '550 5.1.1 <ines@carvalho.example>: recipient address rejected: mailbox temporarily disabled',
    ),
  ),
  story(
    'orders',
    'jack',
    'Please cancel order 4790',
    4 * day,
    mail(`I ordered the wrong size. Please cancel 4790, I will order again. Thank you!`),
    team('mila', 'Billing'),
    assign('leila'),
    reply(
      'leila',
      `Hi Jack,

Done! It’s cancelled and you weren’t charged.

Leila`,
      14,
    ),
    resolve('leila'),
    rate(4),
  ),
  story(
    'support',
    'wei',
    'Receipt for insurance',
    9 * day,
    mail(
      `Hello, I need a receipt for the Meridian floor lamp bought in March for my home insurance. I no longer have the order number, but it was sent to this address.`,
    ),
    team('sam', 'Billing'),
    tag('sam', 'invoice'),
    assign('sam'),
    reply(
      'sam',
      `Hello Wei,

Here it is: order 4120 of 14 March.

Sam`,
      35,
      ['invoice'],
    ),
    answer(`Thank you so much! Is it enough for the insurer that my name is not on it?`, 200),
    reply(
      'sam',
      `Hello Wei,

They usually want it, so here it is again with your name and address.

Sam`,
      30,
      ['invoice'],
    ),
    resolve('sam'),
    rate(5, 'He found my order without the number. Thank you, Sam!'),
    close('sam', 5 * day),
  ),
  story(
    'trade',
    'amara',
    'Credit note for the broken shades',
    12 * day,
    mail(
      `Bonjour, six glass shades from the last pallet arrived broken. Photos are with your driver. Could you credit them on the next invoice?`,
    ),
    team('leila', 'Billing'),
    tag('leila', 'damaged', 'wholesale', 'invoice'),
    assign('leila', 'sam'),
    reply(
      'sam',
      `Bonjour Amara,

Of course. We’ll credit € 174 on your November invoice; the carrier will reimburse us.

Sam`,
      180,
    ),
    resolve('sam'),
    close('sam', 3 * day),
  ),
  story(
    'support',
    'sofia',
    'Two invoices with the same number',
    55,
    mail(
      `Buongiorno, our accountant noticed that invoices 2026-1187 for order 4760 and for order 4763 have the same number. Which one is right?`,
    ),
  ),
]
