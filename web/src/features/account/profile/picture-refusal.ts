export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif']

/** The cropped picture is far smaller than the server's limit (api-contract 4.3). */
const MAX_BYTES = 20 * 1024 * 1024

/** The catalogue key of why a file can't be used as a picture, or null (api-contract 4.3). */
export function pictureRefusal(file: Pick<File, 'type' | 'size'>): string | null {
  if (!pictureTypes.includes(file.type)) return 'account.picture.type'
  if (file.size > MAX_BYTES) return 'account.picture.size'
  return null
}
