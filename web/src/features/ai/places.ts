export const AI = '/admin/ai'
export const PROMPTS = `${AI}/prompts`
export const USAGE = `${AI}/usage`
export const providerPath = (id: number) => `${AI}/providers/${id}/edit`
export const promptPath = (id: number) => `${PROMPTS}/${id}/edit`
