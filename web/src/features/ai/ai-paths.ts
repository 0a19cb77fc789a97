export const AI_PATH = '/admin/ai'
export const PROMPTS_PATH = `${AI_PATH}/prompts`
export const USAGE_PATH = `${AI_PATH}/usage`
export const providerPath = (id: number) => `${AI_PATH}/providers/${id}/edit`
export const promptPath = (id: number) => `${PROMPTS_PATH}/${id}/edit`
