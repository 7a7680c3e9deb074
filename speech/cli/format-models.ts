import { countModelBytes, type Model } from '../models/catalogue.ts';
import type { ResolvedModels } from '../models/resolve-models.ts';

/** 1032239439 → `1.03 GB`. */
export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`;
  return bytes >= 1e6 ? `${Math.round(bytes / 1e6)} MB` : `${Math.round(bytes / 1e3)} kB`;
}

export function formatModelLine(model: Model, isInstalled: boolean): string {
  const licence = model.licenceLimit ? `${model.licence} (${model.licenceLimit})` : model.licence;
  const state = isInstalled ? 'installed' : '-';
  return [
    model.name.padEnd(26),
    state.padEnd(10),
    formatBytes(countModelBytes(model)).padStart(8),
    `  ${licence.padEnd(34)}`,
    model.title,
  ].join(' ');
}

export function formatAnswering({ recogniser, translator, missing }: ResolvedModels): string {
  const names = `recognition: ${recogniser?.name ?? 'none'}, translation: ${translator?.name ?? 'none'}`;
  const lacking = missing.length > 0 ? `; to be fetched: ${missing.map(({ name }) => name).join(', ')}` : '';
  return `Answering now: ${names}${lacking}`;
}
