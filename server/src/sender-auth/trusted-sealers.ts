/** Forwarders whose ARC seals are trusted by default: they check what they forward and seal the results. */
export const defaultTrustedSealers: readonly string[] = [
  'google.com',
  'microsoft.com',
  'messagingengine.com',
  'fastmail.com',
  'pobox.com',
  'topicbox.com',
  'googlegroups.com',
  'forwardemail.net',
]
