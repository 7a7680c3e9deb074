import type { StoredObject } from './storage.ts';

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescapeXml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|apos);/g, (_all, name: string) => entities[name] ?? '');

const textOf = (xml: string, tag: string): string | undefined => new RegExp(`<${tag}>([^<]*)</${tag}>`).exec(xml)?.[1];

/** One page of ListObjectsV2: the few fields we need, of a format that has no attributes. */
export function readObjectListing(xml: string): { objects: StoredObject[]; nextMarker: string | undefined } {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, entry = '']) => ({
    key: unescapeXml(textOf(entry, 'Key') ?? ''),
    modifiedAt: new Date(textOf(entry, 'LastModified') ?? 0),
  }));
  const isCut = textOf(xml, 'IsTruncated') === 'true';
  return {
    objects,
    nextMarker: isCut ? unescapeXml(textOf(xml, 'NextContinuationToken') ?? '') || undefined : undefined,
  };
}
