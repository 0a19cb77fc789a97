/** Agents, teams, inboxes and contacts of the sample workspace: a small lamp and furniture shop. All invented. */
export const agents = {
  noor: {
    first_name: 'Noor',
    last_name: 'Bakker',
    email: 'noor@lumenoak.example',
    role: 'Admin',
    teams: ['Billing', 'Technical'],
  },
  sam: {
    first_name: 'Sam',
    last_name: 'Okafor',
    email: 'sam@lumenoak.example',
    role: 'Agent',
    teams: ['Billing'],
  },
  mila: {
    first_name: 'Mila',
    last_name: 'Petrova',
    email: 'mila@lumenoak.example',
    role: 'Agent',
    teams: ['Shipping'],
  },
  jonas: {
    first_name: 'Jonas',
    last_name: 'Weber',
    email: 'jonas@lumenoak.example',
    role: 'Agent',
    teams: ['Shipping', 'Technical'],
  },
  aiko: {
    first_name: 'Aiko',
    last_name: 'Tanaka',
    email: 'aiko@lumenoak.example',
    role: 'Agent',
    teams: ['Technical'],
  },
  leila: {
    first_name: 'Leila',
    last_name: 'Haddad',
    email: 'leila@lumenoak.example',
    role: 'Agent',
    teams: ['Billing', 'Shipping'],
  },
} as const
export type AgentKey = keyof typeof agents

/** All sample agents sign in with it. */
export const demoPassword = 'Welcome-2-Parley'

export const teams = {
  Billing: { emoji: '💳', timezone: 'Europe/Amsterdam' },
  Shipping: { emoji: '📦', timezone: 'Europe/Amsterdam' },
  Technical: { emoji: '🛠️', timezone: 'Europe/Berlin' },
} as const
export type TeamKey = keyof typeof teams

/** `csat_enabled`: whether the inbox sends satisfaction surveys. */
export const inboxes = {
  support: {
    name: 'Support',
    from: 'Lumen & Oak <support@lumenoak.example>',
    address: 'support@lumenoak.example',
    aliases: ['hello@lumenoak.example'],
    csat_enabled: true,
  },
  orders: {
    name: 'Orders',
    from: 'Lumen & Oak Orders <orders@lumenoak.example>',
    address: 'orders@lumenoak.example',
    aliases: [],
    csat_enabled: true,
  },
  trade: {
    name: 'Trade & wholesale',
    from: 'Lumen & Oak Trade <trade@lumenoak.example>',
    address: 'trade@lumenoak.example',
    aliases: [],
    csat_enabled: false,
  },
} as const
export type InboxKey = keyof typeof inboxes

export const tags = [
  'refund',
  'double charge',
  'invoice',
  'lost parcel',
  'delivery date',
  'damaged',
  'return',
  'warranty',
  'flicker',
  'assembly',
  'spare part',
  'wholesale',
  'feedback',
  'bug',
  'api',
  'gift card',
  'newsletter',
  'vip',
] as const
export type TagKey = (typeof tags)[number]

export const contacts = {
  ada: ['Ada', 'Brandt', 'ada@brandt.example'],
  goran: ['Goran', 'Halvorsen', 'goran.halvorsen@fjordpost.example'],
  keiko: ['Keiko', 'Jansen', 'keiko@studiojansen.example'],
  mateo: ['Mateo', 'Rossi', 'mateo@rossi-luce.example'],
  dina: ['Dina', 'Volkova', 'd.volkova@northlight.example'],
  tomas: ['Tomás', 'Lindqvist', 'tomas.lindqvist@postbox.example'],
  elif: ['Elif', 'Şahin', 'elif.sahin@posta.example'],
  rosa: ['Rosa', 'Pereira', 'rosa@acessivel.example'],
  henrik: ['Henrik', 'Dahl', 'henrik.dahl@hotellfjell.example'],
  yusuf: ['Yusuf', 'Adeyemi', 'yusuf@adeyemi.example'],
  clara: ['Clara', 'Fontaine', 'clara.fontaine@atelier-cf.example'],
  ben: ['Ben', 'Whitaker', 'ben.whitaker@mailpost.example'],
  ines: ['Inês', 'Carvalho', 'ines@carvalho.example'],
  pavel: ['Pavel', 'Novák', 'pavel.novak@dilna.example'],
  sofia: ['Sofia', 'Marino', 'sofia.marino@posta.example'],
  oscar: ['Oscar', 'Lund', 'oscar@lundarkitekter.example'],
  grace: ['Grace', 'Achieng', 'grace.achieng@savanna.example'],
  liam: ['Liam', 'Byrne', 'liam.byrne@mailpost.example'],
  hanna: ['Hanna', 'Koskinen', 'hanna.koskinen@kahvila.example'],
  omar: ['Omar', 'El-Sayed', 'omar@elsayed.example'],
  petra: ['Petra', 'Zimmermann', 'petra.zimmermann@zuhause.example'],
  wei: ['Wei', 'Chen', 'wei.chen@lantern.example'],
  nadia: ['Nadia', 'Rahman', 'nadia@rahmandesign.example'],
  jack: ['Jack', 'Moreau', 'jack.moreau@mailpost.example'],
  freya: ['Freya', 'Nielsen', 'freya@nielsenhjem.example'],
  amara: ['Amara', 'Diallo', 'amara.diallo@atelierdiallo.example'],
  viktor: ['Viktor', 'Horváth', 'viktor.horvath@muhely.example'],
  lucia: ['Lucía', 'Ortega', 'lucia.ortega@casaortega.example'],
} as const
export type ContactKey = keyof typeof contacts

/** Contact details and notes that agents have added. */
export const profiles: Partial<
  Record<
    ContactKey,
    { phone?: [country: string, number: string]; other_address?: string; notes?: [AgentKey, string][] }
  >
> = {
  ada: {
    phone: ['DE', '30 5557 0142'],
    other_address: 'a.brandt@werkbund-studio.example',
    notes: [
      ['sam', '<p>Orders for two studios. Ask <b>which one</b> before sending anything.</p>'],
      ['leila', '<p>Prefers a call in the morning, before ten.</p>'],
    ],
  },
  keiko: { phone: ['NL', '20 555 0177'], notes: [['sam', '<p>Invoices go to her bookkeeper in Cc.</p>']] },
  henrik: {
    phone: ['NO', '22 55 01 33'],
    other_address: 'booking@hotellfjell.example',
    notes: [['jonas', '<p>Hotel with 48 rooms, reorders every spring.</p>']],
  },
  clara: { phone: ['FR', '1 55 50 12 08'] },
  liam: { phone: ['IE', '1 555 0162'] },
}
