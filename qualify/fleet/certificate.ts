import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import tls from 'node:tls';

export type Certificate = { certificateFile: string; keyFile: string };

/** A certificate of this machine's own for `localhost`, which this process believes from here on. */
export function makeCertificate(folder: string): Certificate {
  const certificateFile = path.join(folder, 'certificate.pem');
  const keyFile = path.join(folder, 'key.pem');
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost,IP:127.0.0.1'];
  const files = ['-keyout', keyFile, '-out', certificateFile];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];
  execFileSync('openssl', ['req', '-x509', ...kind, '-nodes', '-days', '2', ...subject, ...files], { stdio: 'ignore' });
  tls.setDefaultCACertificates([...tls.getCACertificates('default'), readFileSync(certificateFile, 'utf8')]);
  return { certificateFile, keyFile };
}
