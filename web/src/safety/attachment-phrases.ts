/**
 * Phrases that announce an attachment, by language, and phrases that look like it but are about other people's
 * attachments, ask for one, or deny one. All languages are checked: agents write in the customer's.
 */
type Phrases = { denials: string[]; announcements: string[] }

const word = String.raw`[\p{L}\p{N}'’-]+`
/** Up to this many words. */
const words = (most: number) => `(?:${word} ){0,${most}}`

const english: Phrases = (() => {
  const not = `(?:n['’]t|not|never|no longer)`
  const kinds =
    'file|files|pdf|document|documents|screenshot|screenshots|scan|scans|spreadsheet|photo|photos|picture|pictures'
  return {
    denials: [
      // Someone else's: "the file you attached", "your attachment", "the attachment you sent"
      "(?:you|they|he|she)(?:['’]ve|['’]d)? (?:have |had |has |already |just |kindly |recently |also )*(?:attach|enclos)\\p{L}*",
      `(?:your|their|his|her) (?:attached|enclosed|attachments?)`,
      'attachments? (?:that |which )?(?:you|they|he|she|the customer)\\b',
      'thank(?:s| you)(?: very much| so much)? for (?:the |your |these )?(?:attached|attachments?)',
      // Requested: "could you attach", "please send it as an attachment"
      '(?:please|kindly|could|can|would|will|should|must|how to|need to|remember to|sure to|able to)(?: you)? (?:please |also |kindly )?(?:attach|enclose)\\b',
      `(?:please|kindly|you|to)(?: can| could| may| should| might)? ${words(1)}(?:add|upload|include|resend|re-send|send|forward) [^.!?]*?attach\\p{L}*`,
      // Denied: "no attachment", "isn't attached", "the attachment is missing"
      '(?:no|any|without|missing|empty) (?:an? |the |any )?attachments?',
      `(?:no|nothing|none|strings|${not}) ${words(2)}(?:attach(?:ed|ing)?|enclosed)\\b`,
      `(?:\\p{L}+n['’]t) ${words(2)}(?:attach(?:ed|ing)?|enclosed)\\b`,
      `attachments? ${words(2)}(?:${not}|missing|empty|corrupt(?:ed)?|broken|blocked|gone|too (?:big|large))\\b`,
      `attachments? (?:\\p{L}+n['’]t)\\b`,
      'attachments? (?:limits?|sizes?|types?)\\b',
      // Another meaning: "attached to the wall", but not "attached to this email"
      '(?:very|so|too|quite|really|emotionally|deeply|get|gets|got|grow|grown|become|became) attached',
      'attached to (?!(?:this|the|my|our) (?:e-?mail|mail|message|reply|note|ticket))',
    ],
    announcements: [
      // "attached" as a participle
      `(?:attached|enclosed|pfa)\\b`,
      // "I am attaching"
      `(?:i|we|i['’]ll|we['’]ll|i['’]m|we['’]re|i['’]ve|we['’]ve) ${words(3)}(?:attach|attaching|enclose|enclosing)\\b`,
      '^(?:attaching|enclosing)\\b',
      // "see the attachment"
      `(?:see|find|open|review|check|read|sign|print|complete|in|as|with|per|from) (?:the |this |these |my |our |an |both |all )?(?:\\p{L}+ )?attachments?\\b`,
      '(?:the|this|my|our) attachments? (?:contains?|shows?|explains?|lists?|has|have|includes?|describes?|covers?)\\b',
      // "here is the file", unless it is a link
      `(?:here['’]s|here is|here are) (?:the|your|my|our|a|an|some) ${words(2)}(?:${kinds})\\b(?!.*\u0001)`,
    ],
  }
})()

const german: Phrases = {
  denials: [
    '(?:kein|keine|keinen|ohne|ihr|ihre|ihren|ihrem|dein|deine|deinen|deinem) (?:anhang|anhänge|anhängen|anlage)',
    '(?:anhang|anlage) (?:fehlt|ist leer|nicht|war nicht|lässt sich)',
    '(?:nicht|nichts) (?:angehängt|beigefügt)',
    // Requested or someone else's: "können Sie … anhängen", "die von Ihnen angehängte Datei"
    '(?:bitte|können|könnten|würden|kannst|könntest) (?:sie |du |uns |mir )?[^.!?]*?(?:anhängen|beifügen|anhang|anhänge|anlage)(?!\\p{L})',
    '(?:von (?:ihnen|dir)|sie|du) (?:\\p{L}+ ){0,3}(?:angehängt|beigefügt)\\p{L}*',
    '(?:in der|die|als) anlage (?:ist|wird|läuft|steht|stellt)',
  ],
  announcements: [
    '(?:anbei|angehängt\\p{L}*|beigefügt\\p{L}*|beiliegend\\p{L}*|anhängend)(?!\\p{L})',
    '(?:im|den|der|als|siehe) (?:\\p{L}+ )?(?:anhang|anhänge|anlage)(?!\\p{L})',
    '(?:hängen?|fügen?) [^.!?]*?(?:an|bei)(?!\\p{L})',
  ],
}

const french: Phrases = {
  denials: [
    '(?:votre|vos|ta|tes|sans|aucune|pas de|plus de) (?:pièces? jointes?|p\\.?j\\.?)(?!\\p{L})',
    "(?:pièces? jointes?) (?:est |était |sont )?(?:vides?|manquantes?|manque|illisibles?|corrompues?|n[’']|ne )",
    "(?:que |qu[’'])?(?:vous|tu) (?:nous |m[’']|l[’'])?(?:avez|as|aviez) (?:\\p{L}+ ){0,2}joint\\p{L}*",
    '(?:merci de|veuillez|pouvez-vous|pourriez-vous|peux-tu|pourrais-tu) (?:\\p{L}+ ){0,2}(?:joindre|ajouter|envoyer|renvoyer) ?[^.!?]*',
    '(?:merci|remercie) (?:pour|de) (?:la|les|votre|vos) pièces? jointes?',
    "(?:n[’']ai|n[’']avons|n[’']est|ne sont|n[’']a) (?:pas|rien) (?:\\p{L}+ )?joint\\p{L}*",
  ],
  announcements: [
    'ci-(?:joints?|jointes?|inclus|incluses?|annexés?|annexées?)(?!\\p{L})',
    '(?:en|la|les|cette|ces|dans la|dans les|voir) (?:\\p{L}+ )?pièces? jointes?(?!\\p{L})',
    '(?:je|nous) (?:vous |te |y )?(?:joins|joignons)(?!\\p{L})',
    "(?:j[’']ai|nous avons) (?:\\p{L}+ )?joint(?:es?|s)?(?!\\p{L})",
    '(?:en annexe|en p\\.?j\\.?|p\\.j\\.)(?!\\p{L})',
    '(?:est|sont) jointe?s? à ce(?:t|tte)? (?:e-?mail|mail|message|courriel)',
  ],
}

const spanish: Phrases = {
  denials: [
    '(?:su|sus|tu|tus|sin|ningún|ningun) (?:archivos? |ficheros? |documentos? )?adjuntos?(?!\\p{L})',
    '(?:adjunto|adjuntos) (?:no|está vacío|estaba vacío|falta|faltan)(?!\\p{L})',
    '(?:usted|ustedes|tú) (?:\\p{L}+ ){0,3}adjunt\\p{L}*',
    'que (?:\\p{L}+ ){0,2}adjunt(?:ó|aste|aron|asteis)(?!\\p{L})',
    '(?:por favor|podría|podrías|puede|puedes|podrían|le ruego|necesitamos que) (?:que )?(?:\\p{L}+ ){0,2}(?:adjunt\\p{L}*|envi\\p{L}* [^.!?]*?adjunt\\p{L}*)',
    'gracias por (?:el|los|su|sus) (?:\\p{L}+ )?adjuntos?(?!\\p{L})',
    'no (?:he |hemos |está |están |se )?(?:\\p{L}+ )?adjunt\\p{L}*',
    // A deputy: "el director adjunto"
    '(?:director|directora|profesor|profesora|secretario|secretaria|jefe|gerente) adjunt[oa](?!\\p{L})',
  ],
  announcements: [
    '(?:adjunto|adjunta|adjuntos|adjuntas|adjuntamos|adjuntado)(?!\\p{L})',
    '(?:anexo|anexamos) (?:el|la|los|las|un|una|encontrará|a este|en este)(?!\\p{L})',
    '(?:en|como|ver) (?:el |los )?(?:archivos? )?(?:adjuntos?|anexos?)(?!\\p{L})',
  ],
}

const portuguese: Phrases = {
  denials: [
    '(?:seu|seus|sua|suas|teu|sem|nenhum) (?:\\p{L}+ )?anexos?(?!\\p{L})',
    'anexos? (?:não|está vazio|estava vazio|faltou|falta|corrompido)(?!\\p{L})',
    '(?:você|vocês|senhor|senhora) (?:\\p{L}+ ){0,3}anex\\p{L}*',
    '(?:por favor|favor|poderia|poderiam|pode|podem|peço que) (?:\\p{L}+ ){0,2}(?:anex\\p{L}*|envi\\p{L}* [^.!?]*?anex\\p{L}*)',
    'obrigad[oa] (?:pelo|pelos|por) (?:\\p{L}+ )?anexos?(?!\\p{L})',
    'não (?:\\p{L}+ ){0,2}(?:anexad|anexei|anexo)\\p{L}*',
    '(?:edifício|prédio|casa|sala) anex[oa](?!\\p{L})',
  ],
  announcements: [
    '(?:em|no|nos|como|ver|veja|segue|seguem|confira) (?:o |os )?(?:em )?anexos?(?!\\p{L})',
    '(?:anexei|anexamos|anexado|anexada|anexados|anexadas)(?!\\p{L})',
    '(?:^|eu )anexo (?:o|a|os|as|um|uma|aqui|está|estão)(?!\\p{L})',
    '(?:estou|estamos) (?:anexando|a anexar)(?!\\p{L})',
    '(?:junto|envio|enviamos) em anexo(?!\\p{L})',
  ],
}

const dutch: Phrases = {
  denials: [
    '(?:uw|je|jouw|geen|zonder|ontbrekende) bijlagen?(?!\\p{L})',
    'bijlagen? (?:ontbreekt|ontbreken|is leeg|was leeg|niet|kan niet|kon niet)(?!\\p{L})',
    '(?:die|dat) (?:u|je|jij|jullie) (?:\\p{L}+ ){0,3}(?:bijgevoegd|meegestuurd|bijvoegde)(?!\\p{L})',
    '(?:kunt|kun|zou|wilt|wil) (?:u|je|jij) [^.!?]*?(?:bijvoegen|bijlagen?|meesturen)(?!\\p{L})',
    '(?:graag|gelieve) [^.!?]*?(?:bijvoegen|meesturen)(?!\\p{L})',
    'bedankt voor (?:de|uw|je) bijlagen?(?!\\p{L})',
    '(?:niet|niets) (?:\\p{L}+ )?(?:bijgevoegd|toegevoegd|meegestuurd)(?!\\p{L})',
  ],
  announcements: [
    '(?:bijgevoegd|bijgevoegde|bijgaand|bijgaande|bijgesloten|ingesloten)(?!\\p{L})',
    '(?:in|als|zie|met|open) (?:de |het |een )?bijlagen?(?!\\p{L})',
    '(?:ik|we|wij) (?:voeg|voegen|stuur|sturen) [^.!?]*?(?:bij|als bijlage|mee)(?!\\p{L})',
    '(?:heb|hebben) [^.!?]*?(?:bijgevoegd|meegestuurd)(?!\\p{L})',
  ],
}

const italian: Phrases = {
  denials: [
    '(?:suo|suoi|tuo|tuoi|vostro|vostri|senza|nessun) (?:\\p{L}+ )?allegat[oi](?!\\p{L})',
    'allegat[oi] (?:non|è vuoto|era vuoto|manca|mancano|mancante)(?!\\p{L})',
    'che (?:ha|hai|avete|mi ha|ci ha) (?:\\p{L}+ )?allegat\\p{L}*',
    '(?:può|potrebbe|puoi|potresti|potete|per favore|la prego di|vi prego di) (?:\\p{L}+ ){0,2}(?:allegare|alleghi|allega|inviare [^.!?]*?allegat\\p{L}*|inviarci [^.!?]*?allegat\\p{L}*|inviarmi [^.!?]*?allegat\\p{L}*)',
    "grazie per (?:l[’']|gli |il |i )?(?:\\p{L}+ )?allegat[oi](?!\\p{L})",
    "non (?:ho |abbiamo |è |sono |c[’']è )?(?:\\p{L}+ )?allegat\\p{L}*",
  ],
  announcements: [
    "(?:in|vedi|vede|come|nel|nell[’']|dall[’']|l[’']|gli) ?(?:file )?allegat[oi](?!\\p{L})",
    '(?:allego|alleghiamo)(?!\\p{L})',
    '(?:ho|abbiamo) (?:\\p{L}+ )?allegat[oaie](?!\\p{L})',
    '(?:è|sono) allegat[oaie](?!\\p{L})',
    '(?:file|documento|modulo|fattura|documenti|moduli|preventivo) allegat[oaie](?!\\p{L})',
    '(?:^|le )(?:trova|trovate|troverà|troverete) [^.!?]*?allegat[oaie](?!\\p{L})',
    "^allegat[oaie] (?:trova|trovate|alla presente|c[’']è)",
  ],
}

export const attachmentPhrases: readonly Phrases[] = [
  english,
  german,
  french,
  spanish,
  portuguese,
  dutch,
  italian,
]
