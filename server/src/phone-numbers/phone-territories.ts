/**
 * Area codes of countries that share a calling code with a larger one. The first code is the one shown in lists. Phone
 * number libraries model these as number patterns, which do not say how to display the code.
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

/**
 * Territories that country lists name although they have no numbering plan of their own, with the calling code that
 * reaches them.
 */
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
