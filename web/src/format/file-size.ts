const MIB = 1024 * 1024

/** 182.40 KB; from one mebibyte on 1.25 MB. Non-empty files show at least 0.01 KB. */
export function fileSize(bytes: number): string {
  if (bytes <= 0) return '0 KB'
  if (bytes >= MIB) return `${(bytes / MIB).toFixed(2)} MB`
  return `${Math.max(0.01, bytes / 1024).toFixed(2)} KB`
}
