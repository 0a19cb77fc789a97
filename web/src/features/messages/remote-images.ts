/** Where our server fetches an image for us, so that its sender learns neither that nor where from it was looked at. */
export const remoteImagePath = (url: string): string => `/api/v1/media/remote?url=${encodeURIComponent(url)}`
