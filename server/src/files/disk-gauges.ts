import { statfs } from 'node:fs/promises'
import type { GaugeSource } from '../metrics/gauge-sources.ts'

/** The disk of the data folder. */
export const diskGauges = (folder: string): GaugeSource => ({
  name: 'disk',
  scope: 'node',
  gauges: {
    parley_disk_free_bytes: { help: 'Free space on the disk of the data folder, as available to Parley' },
    parley_disk_size_bytes: { help: 'Size of the disk of the data folder' },
  },
  async read() {
    const { bavail, blocks, bsize } = await statfs(folder)
    return {
      parley_disk_free_bytes: [{ value: bavail * bsize }],
      parley_disk_size_bytes: [{ value: blocks * bsize }],
    }
  },
})
