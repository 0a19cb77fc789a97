const MIB = 1024 * 1024

/** 182.40 KB, and from one mebibyte on 1.25 MB. */
export function fileSize(bytes: number): string {
  return bytes >= MIB ? `${(bytes / MIB).toFixed(2)} MB` : `${(bytes / 1024).toFixed(2)} KB`
}
