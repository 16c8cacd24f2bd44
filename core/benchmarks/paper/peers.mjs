// Has peers from npm encode pictures and decode bytes:
//
//	node peers.mjs <folder with node_modules> <folder with pictures>
//
// A picture is NAME.png; NAME.job is what we made of it. Left beside them are NAME.encoder and NAME.thermal, the bytes of
// the two encoders, and NAME.npos, the dots that the decoder sees in our bytes: a line of width and height, then a byte
// a dot, 1 for black. The versions are printed as JSON.
import { createRequire } from 'node:module';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [modules, folder] = process.argv.slice(2).map((p) => resolve(p));
const require = createRequire(join(modules, 'x.cjs'));
const Encoder = require('@point-of-sale/receipt-printer-encoder').default ?? require('@point-of-sale/receipt-printer-encoder');
const { ThermalPrinter, PrinterTypes } = require('node-thermal-printer');
const { PNG } = require('pngjs');
const Parser = require('npos/lib/parser');

const version = (name) => JSON.parse(readFileSync(join(modules, 'node_modules', name, 'package.json'))).version;

for (const file of readdirSync(folder).filter((f) => f.endsWith('.png')).sort()) {
  const name = join(folder, file.slice(0, -4));
  const png = readFileSync(join(folder, file));
  const { width, height, data } = PNG.sync.read(png);

  const image = { width, height, data: new Uint8ClampedArray(data) };
  const encoder = new Encoder({ language: 'esc-pos', imageMode: 'raster', columns: width / 12, feedBeforeCut: 0 });
  writeFileSync(name + '.encoder', encoder.initialize().image(image, width, Math.ceil(height / 8) * 8, 'threshold', 128)
    .pulse(0, 100, 500).cut('full').encode());

  const thermal = new ThermalPrinter({ type: PrinterTypes.EPSON, interface: 'tcp://127.0.0.1:9' });
  await thermal.printImageBuffer(png);
  writeFileSync(name + '.thermal', thermal.getBuffer());

  const job = readFileSync(name + '.job');
  const ast = await new Parser().parse(job);
  const rasters = (ast.entries ?? []).filter((e) => e.type === 'raster');
  const dots = [];
  let wide = 0;
  let high = 0;
  for (const { data: bitmap } of rasters) {
    wide = bitmap.width;
    high += bitmap.height;
    for (let y = 0; y < bitmap.height; y++) {
      for (let x = 0; x < bitmap.width; x++) dots.push(bitmap.getPixel(x, y) === 0 ? 1 : 0);
    }
  }
  writeFileSync(name + '.npos', Buffer.concat([Buffer.from(`${wide} ${high}\n`), Buffer.from(dots)]));
}
const names = ['@point-of-sale/receipt-printer-encoder', 'node-thermal-printer', 'npos'];
console.log(JSON.stringify(Object.fromEntries(names.map((n) => [n, version(n)]))));
