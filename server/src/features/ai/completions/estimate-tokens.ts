/** How many tokens a text has, roughly and rather too many: models count some 4 letters of English as one, and fewer of other scripts. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)
