/** Estimates a text's tokens, erring on the high side: models use about 4 letters of English per token, and fewer for other scripts. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3)
