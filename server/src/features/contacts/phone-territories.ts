/**
 * Countries that share a calling code with a larger one and are told apart by their area codes, the one that lists show first. Phone number
 * libraries know these as patterns of numbers, which say nothing about how a list writes the code.
 */
export const areaCodes: Readonly<Record<string, readonly string[]>> = {
  AG: ['268'],
  AI: ['264'],
  AS: ['684'],
  BB: ['246'],
  BM: ['441'],
  BS: ['242'],
  DM: ['767'],
  DO: ['809', '829', '849'],
  GD: ['473'],
  GU: ['671'],
  JM: ['876', '658'],
  KN: ['869'],
  KY: ['345'],
  LC: ['758'],
  MP: ['670'],
  MS: ['664'],
  PR: ['787', '939'],
  SX: ['721'],
  TC: ['649'],
  TT: ['868'],
  VC: ['784'],
  VG: ['284'],
  VI: ['340'],
  GG: ['1481'],
  IM: ['1624'],
  JE: ['1534'],
}

/** Places that country lists name though they have no numbers of their own, with the calling code that reaches them. */
export const sharedNumbering: Readonly<Record<string, string>> = {
  AN: '599',
  AQ: '672',
  BV: '47',
  GS: '500',
  HM: '672',
  PN: '64',
  TF: '262',
  UM: '1',
}
