// Structural similarity of two grey pictures (Wang, Bovik, Sheikh, Simoncelli 2004), mean over blocks of 8 × 8 pixels.

const block = 8;
const [c1, c2] = [(0.01 * 255) ** 2, (0.03 * 255) ** 2];

export function similarity(a: Buffer, b: Buffer, width: number): number {
  const height = Math.floor(a.length / width);
  let total = 0;
  let blocks = 0;
  for (let y = 0; y + block <= height; y += block)
    for (let x = 0; x + block <= width; x += block) {
      total += ofBlock(a, b, width, x, y);
      blocks += 1;
    }
  return total / blocks;
}

function ofBlock(a: Buffer, b: Buffer, width: number, left: number, top: number): number {
  let [sumA, sumB, squaresA, squaresB, products] = [0, 0, 0, 0, 0];
  for (let y = top; y < top + block; y++)
    for (let x = left; x < left + block; x++) {
      const [p, q] = [a[y * width + x] ?? 0, b[y * width + x] ?? 0];
      sumA += p;
      sumB += q;
      squaresA += p * p;
      squaresB += q * q;
      products += p * q;
    }
  const n = block * block;
  const [meanA, meanB] = [sumA / n, sumB / n];
  const [varA, varB, covariance] = [squaresA / n - meanA ** 2, squaresB / n - meanB ** 2, products / n - meanA * meanB];
  return ((2 * meanA * meanB + c1) * (2 * covariance + c2)) / ((meanA ** 2 + meanB ** 2 + c1) * (varA + varB + c2));
}
