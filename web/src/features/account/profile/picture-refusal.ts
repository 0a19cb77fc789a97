export const pictureTypes = ['image/png', 'image/jpeg', 'image/gif']

/** The cropped picture is far smaller than the server's limit (docs/spec/wire.md#agents). */
const MAX_BYTES = 20 * 1024 * 1024

/** The catalogue key of why a file can't be used as a picture, or null (docs/spec/wire.md#agents). */
export function pictureRefusal(file: Pick<File, 'type' | 'size'>): string | null {
  if (!pictureTypes.includes(file.type)) return 'account.picture.type'
  if (file.size > MAX_BYTES) return 'account.picture.size'
  return null
}
