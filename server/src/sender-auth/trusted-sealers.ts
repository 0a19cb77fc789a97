/** Forwarders whose ARC seals are believed unless the operator says otherwise: they check what they forward and seal what they found. */
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
